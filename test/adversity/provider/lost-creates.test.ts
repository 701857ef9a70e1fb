import { describe, expect, test } from 'vitest';
import { type Dialect, dialects, type FaultSpec } from '../../../emulator';
import { bytes, failureOf, startService } from '../../host/provider/client/fixture';

/** Faults in the response to a create, before or after the service commits it. */
const faults: readonly (readonly [name: string, fault: Omit<FaultSpec, 'operation'>, settings?: object])[] = [
  ['500 before the commit', { status: 500 }],
  ['500 after the commit', { status: 500, when: 'after-commit' }],
  ['502 before the commit', { status: 502 }],
  ['502 after the commit', { status: 502, when: 'after-commit' }],
  ['503 before the commit', { status: 503 }],
  ['503 after the commit', { status: 503, when: 'after-commit' }],
  ['504 before the commit', { status: 504 }],
  ['504 after the commit', { status: 504, when: 'after-commit' }],
  ['cut before the commit', { cut: 'before-commit' }],
  ['cut after the commit', { cut: 'after-commit' }],
  ['time over before the commit', { pause: true, when: 'before-commit' }, { requestTimeoutMs: 250 }],
  ['time over after the commit', { pause: true, when: 'after-commit' }, { requestTimeoutMs: 250 }],
  ['truncated', { truncate: 5 }],
  ['garbage', { garbage: true }],
];

const cells = (Object.keys(dialects) as Dialect[]).flatMap((dialect) =>
  faults.map(([name, fault, settings]) => [dialect, name, fault, { lostCreates: 'sole_writer', ...settings }] as const),
);

describe('P1: a lost response leaves exactly one secret', () => {
  test.each(cells)('%s, %s', async (dialect, name, fault, settings) => {
    const { client, emulator, projectId, call } = await startService({ dialect }, settings);
    await client.secrets.create({ projectId, name: 'bystander', value: bytes('x') }, call);
    emulator.faults.add({ operation: 'createSecret', times: 1, ...fault });

    const { id } = await client.secrets.create({ projectId, name: 'db', value: bytes('x') }, call);

    const listed = (await client.secrets.list(call)).filter((one) => one.name === 'db');
    expect(listed.map((one) => one.id)).toEqual([id]);
    expect(emulator.faults.unmet()).toEqual([]);
    // Truncating or garbling a response without a body changes nothing, but the number of creates is the same.
    const committed = !name.includes('before');
    expect(emulator.journal.count({ operation: 'createSecret' })).toBe(committed ? 2 : 3);
  });
});

describe('P1: a lost response leaves exactly one bucket', () => {
  test.each(cells)('%s, %s', async (dialect, name, fault, settings) => {
    const { client, emulator, projectId, call } = await startService({ dialect, lag: { newHidden: 2 } }, settings);
    const twin = await client.buckets.create({ projectId, maxSize: 7n, description: 'same' }, call);
    emulator.faults.add({ operation: 'createBucket', times: 1, ...fault });

    const { id } = await client.buckets.create({ projectId, maxSize: 7n, description: 'same' }, call);

    const inspected = await client.buckets.waitUntil(id, () => true, 60_000, call);
    expect(inspected).toMatchObject({ id });
    expect(new Set((await client.buckets.list(call)).map((one) => one.id))).toEqual(new Set([twin.id, id]));
    expect(emulator.faults.unmet()).toEqual([]);
    expect(emulator.journal.count({ operation: 'createBucket' })).toBe(name.includes('before') ? 3 : 2);
  });
});

describe('P2: a lost response leaves exactly one usable access key', () => {
  test.each(cells)('%s, %s', async (dialect, name, fault, settings) => {
    const { client, emulator, projectId, call, warnings } = await startService({ dialect }, settings);
    const bucket = await client.buckets.create({ projectId, maxSize: 7n }, call);
    const input = { projectId, bucketIds: [bucket.id], permissions: { read: true, write: true, owner: false } };
    const twin = await client.accessKeys.create(input, call);
    emulator.faults.add({ operation: 'createAccessKey', times: 1, ...fault });

    const key = await client.accessKeys.create(input, call);

    expect((await client.accessKeys.list(call)).map((one) => one.id)).toEqual([twin.id, key.id]);
    expect(key.secret_access_key.length).toBeGreaterThan(8);
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(3);
    const orphaned = !name.includes('before');
    expect(emulator.journal.count({ operation: 'deleteAccessKey' })).toBe(orphaned ? 1 : 0);
    const [deleted] = emulator.journal.requests({ operation: 'deleteAccessKey' });
    const lost = deleted?.path.split('/').at(-1);
    expect(warnings.map(({ summary }) => summary)).toEqual(orphaned ? [`An access key was made twice: "${lost}"`] : []);
  });
});

describe('P2: a lost response about a pull secret is an error that names it, and nothing is sent again', () => {
  test.each(cells)('%s, %s', async (dialect, _name, fault, settings) => {
    const { client, emulator, projectId, call } = await startService({ dialect }, settings);
    emulator.faults.add({ operation: 'createPullSecret', times: 1, ...fault });

    const error = await failureOf(
      client.pullSecrets.create({ projectId, server: 'ghcr.io', username: 'octo', password: 'hunter22' }, call),
    );

    expect(error).toMatchObject({ name: 'LostError', created: false });
    expect(error.message).toMatch(/ghcr\.io.*octo/);
    expect(error.message).not.toContain('hunter22');
    expect(emulator.journal.count({ operation: 'createPullSecret' })).toBe(1);
  });
});
