import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { useEmulator } from '../../../emulator/testing/vitest';
import { Connections } from '../../../framework/protocol/connections';
import { createProviderServer, type ProviderServer } from '../../../framework/server/provider-server';
import { provider } from '../../../provider/provider';
import { Host } from '../../support/host';
import { startGrpcServer } from '../framework/protocol/support/grpc';
import { skippingEnvironment } from './support/environment';
import { make } from './support/in-process';
import { connectTo } from './support/remote-provider';

const RETRY_AFTER_S = 20;
const emulator = useEmulator();

it('F2: a service that asks one alias to wait does not delay the other one', async () => {
  await using slow = await Emulator.start();
  await using quick = await Emulator.start();
  // The wait that the service asks for lasts until the test ends it; every other wait ends at once.
  const environment = skippingEnvironment(slow);
  const waiting = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const sleep = async (ms: number, signal?: AbortSignal) => {
    if (ms < RETRY_AFTER_S * 900) return environment.sleep(ms, signal);
    waiting.resolve();
    await over.promise;
  };
  const nothing = () => {};
  const connections = new Connections(
    (given) => createProviderServer(provider, given),
    { ...environment, sleep },
    { shutdown: nothing, gone: nothing, lastClosed: nothing },
  );
  const address = await startGrpcServer({ connect: connections.connect });
  const connect = ({ baseUrl, token, projectId }: Emulator) =>
    connectTo(address, { settings: { base_url: baseUrl, token, project_id: projectId } });
  const [one, two] = [await connect(slow), await connect(quick)];
  slow.faults.add({ operation: 'createSecret', status: 429, retryAfter: RETRY_AFTER_S, times: 1 });

  const secret = { name: 'same', value_wo: 'v' };
  const late = make(one, 'coffer_secret', secret);
  await waiting.promise;
  const id = await make(two, 'coffer_secret', secret);

  expect(quick.inspect.secrets()).toMatchObject([{ id }]);
  expect(slow.inspect.secrets()).toEqual([]);
  over.resolve();
  const lateId = await late;
  expect(slow.inspect.secrets()).toMatchObject([{ id: lateId }]);
});

/** Connections to separate providers, or all to the given one, and how often `lastClosed` was called. */
function startConnections(server?: ProviderServer) {
  let lastClosed = 0;
  const connections = new Connections(
    (given) => server ?? createProviderServer(provider, given),
    skippingEnvironment(emulator),
    {
      shutdown() {},
      gone() {},
      lastClosed() {
        lastClosed += 1;
      },
    },
  );
  return { connections, told: () => lastClosed };
}

/** Opens an ephemeral access key. */
async function openKey(host: Host): Promise<void> {
  const { kept } = await host.apply('coffer_bucket', { max_size: 1000 });
  const { diagnostics } = await host.open('coffer_access_key', {
    bucket_ids: [String(kept?.state.id)],
    permissions: { read: true },
  });
  expect(diagnostics).toEqual([]);
}

it('the end of the last connection is reported, and of no other', async () => {
  const { connections, told } = startConnections();
  const [one, two] = [connections.connect(), connections.connect()];

  one.close();
  const before = told();
  two.close();

  expect([before, told()]).toEqual([0, 1]);
});

it('P28: an open resource is known until it is closed, and ending all calls closes it', async () => {
  const host = await Host.start(emulator);
  const { connections } = startConnections(host.server);
  connections.connect();
  const before = connections.isBusy;
  await openKey(host);

  const open = connections.isBusy;
  await connections.endAll();

  expect([before, open, connections.isBusy]).toEqual([false, true, false]);
  expect(emulator.inspect.accessKeys()).toEqual([]);
});

it('P28: a lost connection has an open resource until the service has deleted it, and ending waits for that', async () => {
  const host = await Host.start(emulator);
  const { connections } = startConnections(host.server);
  const connection = connections.connect();
  await openKey(host);
  const held = emulator.faults.add({ operation: 'deleteAccessKey', pause: true, when: 'before-commit', times: 1 });

  connection.close();
  await held.whenMet();
  const open = connections.isBusy;
  const cancelled = connections.endAll().then(() => emulator.inspect.accessKeys());
  held.release();

  expect([open, await cancelled, connections.isBusy]).toEqual([true, [], false]);
});

/** The host's shutdown call on a new connection. */
function shutdownOf(connections: Connections) {
  const method = connections.connect().methods.get('/plugin.GRPCController/Shutdown');
  if (method?.kind !== 'unary') throw new Error('There is no such call.');
  const call = { signal: new AbortController().signal, closed: new Promise<void>(() => {}) };
  return async () => method.handle(new Uint8Array(), call);
}

it('P28: a shutdown waits for resources that are being closed', async () => {
  const host = await Host.start(emulator);
  const { connections } = startConnections(host.server);
  const shutDown = shutdownOf(connections);
  await openKey(host);
  const held = emulator.faults.add({ operation: 'deleteAccessKey', pause: true, times: 1 });

  const left = shutDown().then(() => emulator.inspect.accessKeys());
  await held.whenMet();
  held.release();

  expect(await left).toEqual([]);
});

it('F9: calls on a connection that begins after the stop do not begin', async () => {
  const host = await Host.start(emulator);
  const { connections } = startConnections(host.server);

  await connections.stopAll();
  connections.connect();

  const { diagnostics } = await host.apply('coffer_bucket', { max_size: 1000 });
  expect(diagnostics).toMatchObject([{ summary: 'Interrupted' }]);
  expect(emulator.journal.count({ operation: 'createBucket' })).toBe(0);
});
