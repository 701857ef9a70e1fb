import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { type Deployment, deploy } from './deployment';
import { features, LEGACY } from './features';
import { attachOthers } from './other-providers/attach';

const DAY = 86_400_000;

/** Secret half of the imported key. */
const CANARY = 'canary-legacy-key';

async function deployFeatures(emulator: Emulator, clock: { now: number }): Promise<Deployment> {
  const variables = { legacy_secret_access_key: CANARY };
  return deploy(emulator, features, { variables, env: await attachOthers(clock) });
}

it('C3: what Terraform generates is another value once its time is over, and is in no state; the rest stays as it is', async () => {
  await using emulator = await Emulator.start();
  const { inspect, journal } = emulator;
  const clock = { now: Date.UTC(2026, 0, 1) };
  const stored = (name: string) =>
    String(inspect.secretValue(inspect.secrets().find((one) => one.name === name)?.id ?? ''));

  const deployment = await deployFeatures(emulator, clock);
  const outputs = await deployment.outputs();
  const first = stored('session-key');
  clock.now += 89 * DAY;
  const early = await deployment.workspace.planActions();
  clock.now += 2 * DAY;
  await deployment.apply();
  const second = stored('session-key');
  const state = await deployment.readState();
  const destroyed = await deployment.workspace.run(['destroy', '-auto-approve', '-input=false', '-no-color']);

  const bucketOf = (tenant: string) => inspect.buckets().find(({ description }) => description === tenant);
  const [acme, umbrella] = [bucketOf('acme')?.id, bucketOf('umbrella')?.id];
  const tenants = { acme: bucketOf('acme')?.alias, umbrella: bucketOf('umbrella')?.alias };
  /** The keys of exactly these buckets. */
  const keyOf = (...ids: readonly unknown[]) =>
    inspect.accessKeys().filter((key) => isDeepStrictEqual([...key.bucketIds].sort(), [...ids].sort()));
  const [auditor] = keyOf(acme, umbrella);
  expect(outputs).toEqual({
    session_key_name: 'session-key',
    overlap_seconds: 48_600,
    same_permission: true,
    same_size: true,
    access_matrix: expect.stringContaining('| `app/Reader` | `app/Archive` | read |'),
    same_duration: false,
    are_buckets: [true, false],
    connection: [emulator.s3Endpoint, 'eu-1', tenants.acme, auditor?.accessKeyId, 'auditor'],
    tenants,
    tenant_notes: [{ acme: 'tenant-acme', umbrella: 'tenant-umbrella' }, 'tenant-umbrella'],
  });
  expect(early).toEqual({});
  expect(first).toMatch(/^[a-zA-Z0-9]{32}$/);
  expect(second).toMatch(/^[a-zA-Z0-9]{32}$/);
  expect(second).not.toBe(first);
  expect(journal.count({ operation: 'updateSecret' })).toBe(1);
  for (const secret of [first, second, CANARY]) expect(state).not.toContain(secret);
  const [uploads, archive] = ['Uploads', 'Archive'].map((name) => idOf(state, name));
  expect(keyOf(uploads, archive)).toMatchObject([{ permissions: { read: true, write: false, owner: false } }]);
  expect(keyOf(acme, umbrella)).toMatchObject([{ permissions: { read: true, write: false, owner: false } }]);
  for (const tenant of [acme, umbrella]) {
    expect(keyOf(tenant)).toMatchObject([{ permissions: { read: true, write: true, owner: false } }]);
  }
  expect(JSON.parse(stored('legacy-environment'))).toEqual({
    AWS_ACCESS_KEY_ID: LEGACY.accessKeyId,
    AWS_ENDPOINT_URL_S3: `https://${LEGACY.endpoint}`,
    AWS_REGION: 'us-east-1',
    AWS_SECRET_ACCESS_KEY: CANARY,
    S3_BUCKET: inspect.buckets().find(({ id }) => id === uploads)?.alias,
  });
  expect(JSON.parse(stored('database'))).toEqual({
    url: `postgres://app%40example.com:${CANARY}@db.example.com:5432/app`,
    login: { password: CANARY, tls: true },
    ports: [5432, 5433],
    bucket: inspect.buckets().find(({ id }) => id === uploads)?.alias,
  });
  expect([destroyed.code, destroyed.output]).toEqual([1, expect.stringMatching(/instance cannot be destroyed/i)]);
});

/** Id of the bucket whose name in Terraform has this prefix. */
function idOf(state: string, name: string): unknown {
  const { resources } = JSON.parse(state) as {
    readonly resources: readonly { type: string; name: string; instances: readonly { attributes: { id: string } }[] }[];
  };
  const found = resources.find((one) => one.type === 'coffer_bucket' && one.name.startsWith(name));
  return found?.instances[0]?.attributes.id;
}
