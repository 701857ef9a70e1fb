import { expect, it } from 'vitest';
import { type Dialect, Emulator } from '../../../emulator';
import type { Schema } from '../../../framework/schema/schema';
import { make, makeBucket } from '../../host/provider/support/in-process';
import { connectTo } from '../../host/provider/support/remote-provider';
import { BUILDS, type Build } from '../support/builds';
import { startProvider } from '../support/debug-provider';

/** The arguments of a schema with their values from `values`, which must have one for every argument of lists and actions. */
const argumentsOf = ({ attributes }: Schema, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(attributes).map((name) => [name, values[name] ?? `no value for ${name}`]));

it.each([
  ...BUILDS.map((build): [Build, Dialect] => [build, 'conventional']),
  ...(['minimal', 'enveloped', 'extended'] as const).map((dialect): [Build, Dialect] => [BUILDS[0], dialect]),
])('the %s provider serves what Terraform 1.12 to 1.16 asks for, on %s', async (build, dialect) => {
  await using emulator = await Emulator.start({ dialect });
  await using provider = await startProvider(build);
  const { baseUrl, token, projectId } = emulator;
  const api = dialect === 'extended' ? 'full' : 'create_only';
  const settings = { base_url: baseUrl, token, project_id: projectId, pull_secret_api: api };
  const host = await connectTo(provider.address, { settings });
  const bucketId = await makeBucket(host);
  const key = { bucket_ids: [bucketId], permissions: { read: true } };
  const made: Readonly<Record<string, string>> = {
    coffer_secret: await make(host, 'coffer_secret', { name: 'db', value_wo: 'v' }),
    coffer_pull_secret: await make(host, 'coffer_pull_secret', { server: 'ghcr.io', username: 'me', password_wo: 'p' }),
    coffer_bucket: bucketId,
    coffer_access_key: await make(host, 'coffer_access_key', key),
  };

  // Each list finds the object with the identity and the values of an import.
  expect([...host.server.listResourceSchemas.keys()].sort()).toEqual(Object.keys(made).sort());
  for (const [type, schema] of host.server.listResourceSchemas) {
    const given = argumentsOf(schema, { name_regex: '.', project_id: projectId });
    const { found, diagnostics } = await host.list(type, given, { includeResource: true });
    if (type === 'coffer_pull_secret' && api === 'create_only') {
      expect(diagnostics).toMatchObject([{ summary: 'Pull secrets cannot be listed' }]);
      continue;
    }
    const { kept } = await host.import(type, { id: made[type] ?? '' });
    expect([type, diagnostics, found]).toMatchObject([
      type,
      [],
      [{ identity: { id: made[type] }, state: kept?.state }],
    ]);
    expect(kept?.identity).toEqual({ id: made[type] });
  }

  // Each action works with every way to name its object.
  const second = await make(host, 'coffer_access_key', key);
  const { accessKeyId } = emulator.inspect.accessKeys().find(({ id }) => id === second) ?? {};
  const timeouts = { invoke: '4m' };
  const runs = [
    ['coffer_empty_bucket', { bucket_id: bucketId, timeouts }],
    ['coffer_revoke_access_key', { id: String(made.coffer_access_key), timeouts }],
    ['coffer_revoke_access_key', { access_key_id: String(accessKeyId), allow_missing: false }],
  ] as const;
  const known = [...host.server.actionSchemas].flatMap(([type, schema]) =>
    Object.keys(argumentsOf(schema, {})).map((name) => `${type} ${name}`),
  );
  const used = new Set(runs.flatMap(([type, given]) => Object.keys(given).map((name) => `${type} ${name}`)));
  expect([...used].sort()).toEqual(known.sort());
  for (const [type, given] of runs) {
    const { progress, diagnostics } = await host.invoke(type, given);
    expect([type, given, diagnostics, progress.length > 0]).toEqual([type, given, [], true]);
  }
  expect(emulator.inspect.accessKeys()).toEqual([]);
});
