import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { createProviderServer } from '../../../provider/framework/server/provider-server';
import { Connections } from '../../../provider/protocol/connections';
import { provider } from '../../../provider/provider';
import { skippingEnvironment } from '../../support/environment';
import { make } from '../../support/in-process';
import { TerraformHost } from '../../support/terraform-host';
import { startGrpcServer } from './support/grpc';

const RETRY_AFTER_S = 20;

it('P18: a service that asks one alias to wait does not make the other one wait', async () => {
  await using slow = await Emulator.start();
  await using quick = await Emulator.start();
  // The wait that the service asks for lasts until the test ends it; every other one is over at once.
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
    TerraformHost.connect(address, { settings: { base_url: baseUrl, token, project_id: projectId } });
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
