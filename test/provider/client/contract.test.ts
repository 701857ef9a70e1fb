import { describe, expect, test } from 'vitest';
import { type Dialect, dialects } from '../../../emulator';
import type { EmulatorOptions } from '../../../emulator/options/options';
import { knobValues as everyKnobValue } from '../../emulator/knob-values';
import { pairwise } from '../../support/pairwise';
import { bytes, failureOf, startService } from './fixture';

/** Every value of every knob; of page sizes, which have no end, two. */
const knobValues = {
  ...everyKnobValue,
  pageSize: [2, 50],
  errorBody: ['json', 'empty', 'problem'] as const,
  takenName: ['conflict', 'accept'] as const,
  maxSizes: ['as_sent'] as const,
  pullSecretResponse: everyKnobValue.pullSecretResponse.filter((value) => value !== 'operation'),
};

/** The whole life of all four kinds of object, with any values of the service's knobs. */
async function story(options: EmulatorOptions) {
  const { client, projectId, call, emulator, warnings } = await startService({ settle: '2polls', ...options });
  const { knobs } = emulator;

  // Enough for a second page.
  const secrets = await Promise.all(
    ['one', 'two', 'three', 'four'].map((name) => client.secrets.create({ projectId, name, value: bytes(name) }, call)),
  );
  const [first] = secrets;
  if (first === undefined) throw new Error('no secret was made');
  expect(new Set(secrets.map(({ id }) => id)).size).toBe(4);
  await client.secrets.update({ id: first.id, name: 'uno', value: bytes('1') }, call);
  expect(await client.secrets.find(first.id, call)).toMatchObject({ id: first.id, name: 'uno' });
  expect(new Set((await client.secrets.list(call)).map(({ id }) => id))).toEqual(new Set(secrets.map(({ id }) => id)));
  expect(warnings).toEqual([]);

  const again = client.secrets.create({ projectId, name: 'two', value: bytes('2') }, call);
  if (knobs.takenName === 'conflict') {
    expect(await failureOf(again)).toMatchObject({ name: 'NameTakenError', existingId: secrets[1]?.id });
  } else {
    const { id } = await again;
    expect(id).not.toBe(secrets[1]?.id);
    expect(warnings).toMatchObject([{ summary: `Duplicate secret name: "${id}", "${secrets[1]?.id}"` }]);
  }

  const bucket = await client.buckets.create({ projectId, maxSize: 2n ** 63n - 1n }, call);
  const settled = await client.buckets.waitUntil(
    bucket.id,
    ({ alias, endpoint }) => !!alias && !!endpoint,
    60_000,
    call,
  );
  expect(settled).toMatchObject({ id: bucket.id, max_size: 2n ** 63n - 1n, project_id: projectId });
  const described = await client.buckets.update({ id: bucket.id, maxSize: 5n, description: 'mine' }, call);
  expect(described).toMatchObject({ max_size: 5n, description: 'mine' });
  await clearDescription();

  const key = await client.accessKeys.create(
    { projectId, bucketIds: [bucket.id], permissions: { read: true, write: false, owner: false } },
    call,
  );
  expect(key.secret_access_key).not.toBe('');
  expect(await client.accessKeys.find(key.id, call)).toMatchObject({ id: key.id, bucket_ids: [bucket.id] });

  const pull = await client.pullSecrets.create(
    { projectId, server: 'r.test', username: 'u', password: 'secret-1' },
    call,
  );
  expect(pull.id).not.toBe('');
  if (knobs.pullSecretApi === 'full') {
    await client.pullSecrets.update({ id: pull.id, server: 'r.test', username: 'v', password: 'secret-2' }, call);
    expect(await client.pullSecrets.find(pull.id, call)).toMatchObject({ id: pull.id, username: 'v' });
    await client.pullSecrets.deleteIfExists(pull.id, call);
    await client.pullSecrets.deleteIfExists(pull.id, call);
    expect(await client.pullSecrets.find(pull.id, call)).toBeUndefined();
  } else {
    expect(await failureOf(client.pullSecrets.list(call))).toMatchObject({ name: 'ApiError' });
  }

  for (const { id } of await client.accessKeys.list(call)) await client.accessKeys.deleteIfExists(id, call);
  for (const { id } of await client.buckets.list(call)) await client.buckets.deleteIfExists(id, call);
  for (const { id } of await client.secrets.list(call)) await client.secrets.deleteIfExists(id, call);
  await client.secrets.deleteIfExists(first.id, call);
  expect(await client.secrets.find(first.id, call)).toBeUndefined();
  expect(await client.buckets.find(bucket.id, call)).toBeUndefined();
  expect(await client.accessKeys.find(key.id, call)).toBeUndefined();

  /** Clears the description as a resource does (P10): `""`, then null, then an error. */
  async function clearDescription(): Promise<void> {
    const change = (description: '' | null) => client.buckets.update({ id: bucket.id, maxSize: 5n, description }, call);
    const clears = (description: 'empty' | 'null') => [description, 'both'].includes(knobs.clearsDescription);
    if (clears('empty')) expect((await change('')).description ?? '').toBe('');
    else
      expect(await failureOf(change(''))).toMatchObject({ name: 'ChangedConcurrentlyError', fields: ['description'] });
    if (clears('null')) expect((await change(null)).description ?? '').toBe('');
    else if (!clears('empty'))
      expect(await failureOf(change(null))).toMatchObject({ name: 'ChangedConcurrentlyError' });
  }
}

describe('the whole story with every value that the interface leaves open (E1)', () => {
  test.each(Object.keys(dialects) as Dialect[])('in the dialect %s', (dialect) => story({ dialect }));

  const single = Object.entries(knobValues).flatMap(([knob, values]) => values.map((value) => [knob, value] as const));
  test.each(single)('with the knob %s at %s', (knob, value) => story({ knobs: { [knob]: value } }));

  const mixes = pairwise(knobValues).map((mix, index) => [index + 1, mix] as const);
  test.each(mixes)('in pairwise mix %i', (_index, mix) => story({ knobs: mix }));
});
