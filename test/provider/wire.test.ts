import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { Connections } from '../../framework/protocol/connections';
import type { Method } from '../../framework/protocol/grpc/method';
import type { Connection } from '../../framework/protocol/grpc/server';
import { createProviderServer } from '../../framework/server/provider-server';
import type { ObjectValue } from '../../framework/value';
import { provider } from '../../provider/provider';
import { openClient, startGrpcServer } from '../framework/protocol/support/grpc';
import { call } from '../framework/protocol/support/rpc';
import { skippingEnvironment } from '../support/environment';
import { TerraformHost } from '../support/terraform-host';

/** What the provider writes to the wire in a fixed set of calls, byte for byte: a change of the framework leaves it as it is. */
const NOW = Date.UTC(2026, 2, 1);

it('a fixed set of calls returns the stored bytes: schemas, plans, private state, results', async () => {
  await using emulator = await Emulator.start({ dialect: 'extended', seed: 7 });
  emulator.clock.freeze();
  emulator.clock.set(NOW);
  const written: string[] = [];
  const nothing = () => {};
  const connections = new Connections(
    (environment) => createProviderServer(provider, environment),
    { ...skippingEnvironment(emulator, { now: NOW }), random: () => 0 },
    { shutdown: nothing, gone: nothing, lastClosed: nothing },
  );
  const address = await startGrpcServer({ connect: () => recording(connections.connect(), written) });
  const host = await TerraformHost.connect(address, { settings: { fingerprint_key: 'f'.repeat(40) } });

  const life = async (typeName: string, first: ObjectValue, second: ObjectValue) => {
    const made = await apply(host, typeName, first, null);
    const { kept } = await host.refresh(typeName, made);
    const changed = await apply(host, typeName, second, kept);
    await host.plan(typeName, second, changed);
    return changed;
  };
  const bucket = await life('coffer_bucket', { max_size: 1000 }, { max_size: 2n ** 62n, description: 'x' });
  const bucket_ids = [String(bucket.state.id)];
  await life(
    'coffer_secret',
    { name: 's', value_wo: 'canary', value_wo_version: '1' },
    { name: 's', value: 'canary-2' },
  );
  await life(
    'coffer_secret',
    { name: 't', value: 'canary' },
    { name: 'u', value: 'canary', timeouts: { create: '90s' } },
  );
  const login = { server: 'ghcr.io', username: 'u', password: 'canary' };
  await life('coffer_pull_secret', login, { ...login, username: 'v' });
  const key = { bucket_ids, permissions: { read: true } };
  await life('coffer_access_key', key, { ...key, rotation_trigger: { a: '2' } });
  await life('coffer_rotating_access_key', key, { ...key, rotation_trigger: { a: '2' }, overlap: '1h' });
  await host.plan('coffer_bucket', { max_size: 0.5 });
  await host.plan('coffer_secret', { name: 'Not good' });
  const client = openClient(address);
  await call(client, 'GetFunctions', {});
  await call(client, 'GetMetadata', {});

  await expect(`${written.join('\n')}\n`).toMatchFileSnapshot('wire.txt');
});

async function apply(
  host: TerraformHost,
  typeName: string,
  config: ObjectValue,
  kept: Parameters<TerraformHost['plan']>[2],
) {
  const plan = await host.plan(typeName, config, kept);
  const made = plan && (await host.apply(typeName, config, plan, kept ?? null));
  if (!made?.kept) throw new Error(`${typeName} was not applied: ${JSON.stringify(made?.diagnostics)}`);
  return made.kept;
}

/** The connection, which notes every response: as it is if it is short, else its length and hash. */
function recording({ methods, close }: Connection, written: string[]): Connection {
  const note = (path: string, bytes: Uint8Array) => {
    // The emulator's port, which the system chooses.
    const text = Buffer.from(
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/127\.0\.0\.1:\d{5}/g, '127.0.0.1:PPPPP'),
      'latin1',
    );
    const shown =
      bytes.length <= 600
        ? text.toString('base64')
        : `${bytes.length} bytes, ${createHash('sha256').update(text).digest('hex')}`;
    written.push(`${path.replace(/^.*\//, '')} ${shown}`);
  };
  const recorded = [...methods].map(([path, method]): [string, Method] => {
    if (method.kind !== 'unary') return [path, method];
    const handle: typeof method.handle = async (bytes, context) => {
      const response = await method.handle(bytes, context);
      note(path, response);
      return response;
    };
    return [path, { ...method, handle }];
  });
  return { methods: new Map(recorded), close };
}
