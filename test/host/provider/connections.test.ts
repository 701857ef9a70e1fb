import { expect, it } from 'vitest';
import { useEmulator } from '../../../emulator/testing/vitest';
import { Connections } from '../../../framework/protocol/connections';
import type { ProviderServer } from '../../../framework/server/provider-server';
import { Host } from '../../support/host';
import { skippingEnvironment } from './support/environment';
import { ON_END } from './support/served-provider';

const emulator = useEmulator();

/** Connections that all lead to this provider. */
const connectionsTo = (server: ProviderServer) => new Connections(() => server, skippingEnvironment(emulator), ON_END);

/** Opens an ephemeral access key. */
async function openKey(host: Host): Promise<void> {
  const { kept } = await host.apply('coffer_bucket', { max_size: 1000 });
  const { diagnostics } = await host.open('coffer_access_key', {
    bucket_ids: [String(kept?.state.id)],
    permissions: { read: true },
  });
  expect(diagnostics).toEqual([]);
}

it('P28: a lost connection has an open resource until the service has deleted it, and ending waits for that', async () => {
  const host = await Host.start(emulator);
  const connections = connectionsTo(host.server);
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

it('F9: calls on a connection that begins after the stop do not begin', async () => {
  const host = await Host.start(emulator);
  const connections = connectionsTo(host.server);

  await connections.stopAll();
  connections.connect();

  const { diagnostics } = await host.apply('coffer_bucket', { max_size: 1000 });
  expect(diagnostics).toMatchObject([{ summary: 'Interrupted' }]);
  expect(emulator.journal.count({ operation: 'createBucket' })).toBe(0);
});
