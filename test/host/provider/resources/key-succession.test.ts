import { beforeEach, describe, expect, it } from 'vitest';
import { useEmulator } from '../../../../emulator/testing/vitest';
import { Host, type Kept } from '../../../support/host';
import type { Clock } from '../support/environment';
import { keysOf, PLAIN, ROTATING, StoredKey, secretsOf } from './support/stored-key';

/** The secret of a key that was revoked elsewhere, and the successor stored in it (P25). */

/** With the id of the old key (P45). */
const SUCCESSOR: string = expect.stringMatching(/^The secret gets another key: "/);
const MINUTE = 60_000;
const emulator = useEmulator();
let clock: Clock;
beforeEach(async () => {
  clock = { now: Date.parse('2026-01-01T00:00:00Z') };
});

/** A key old enough to count as gone when lists do not show it. */
async function oldKey(type = PLAIN, settings = {}): Promise<StoredKey> {
  const key = await StoredKey.create(emulator, clock, type, 'name', settings);
  clock.now += 11 * MINUTE;
  return key;
}

/** A stored key of which only the secret is left. */
async function orphanedSecret(type = PLAIN, settings = {}): Promise<StoredKey> {
  const key = await oldKey(type, settings);
  await key.lose('current');
  if (type === ROTATING) await key.lose('previous');
  return key;
}

/** One plain apply is enough, and the plan after it is empty. */
async function expectHealedBy(key: StoredKey): Promise<void> {
  await key.refresh();
  await key.apply();
  key.expectWhole();
  await key.refresh();
  expect(await key.plan()).toEqual(['no-op']);
}

it('P7: a key that lists have merely missed gets no successor', async () => {
  const key = await oldKey();
  const [id] = key.keyIds;
  const lag = emulator.faults.add({ operation: 'listAccessKeys', status: 200, body: [] });

  await key.refresh();
  expect(await key.plan()).toEqual(['update', SUCCESSOR]);
  lag.remove();
  await key.refresh();

  expect(await key.plan()).toEqual(['no-op']);
  expect(keysOf(emulator)).toEqual([id]);
});

it('P7: a successor that no list has shown yet stays', async () => {
  const key = await orphanedSecret();
  await key.refresh();
  await key.apply();
  emulator.faults.add({ operation: 'listAccessKeys', status: 200, body: [] });

  expect(await key.refresh()).toContain('Not listed yet');
  expect(await key.plan()).toEqual(['no-op']);
});

it.each([
  [PLAIN, 'replace'],
  [ROTATING, 'update'],
])('%s: the %s for another reason also deletes the old secret', async (type, expected) => {
  const key = await orphanedSecret(type);
  await key.refresh();

  const { action } = await key.apply({ store_in: { secret_name: 'other' } });

  expect(action).toBe(expected);
  key.expectWhole();
});

it.each([
  [PLAIN, SUCCESSOR],
  [ROTATING, 'The access key rotates'],
])(
  'P25: %s: a destroy that could delete the secret alone is no empty plan afterwards, even if a list that lags shows it',
  async (type, warning) => {
    const key = await oldKey(type);
    const secrets = secretsOf(emulator).map((id) => ({ id, name: 'sink' }));
    const broken = emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });
    key.kept = (await (await Host.start(emulator, { clock })).destroy(type, key.kept as Kept)).kept;
    broken.remove();
    const lag = emulator.faults.add({ operation: 'listSecrets', status: 200, body: secrets });

    await key.refresh();

    expect(secretsOf(emulator)).toEqual([]);
    expect(await key.plan()).toEqual(['update', warning]);
    lag.remove();
    await expectHealedBy(key);
  },
);

it('P25: a secret that was also renamed keeps its new name', async () => {
  const key = await orphanedSecret();
  const headers = { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ id: key.secretId, name: 'renamed', value: 'eA==' });
  await fetch(`${emulator.baseUrl}/secrets`, { method: 'PUT', headers, body });

  expect(await key.refresh()).toContain(`Secret renamed: "${key.secretId}"`);
  await key.apply();

  key.expectWhole();
  expect(emulator.inspect.secrets()).toMatchObject([{ name: 'renamed' }]);
});

describe('if making the successor fails', () => {
  it.each([
    ['the old key cannot be deleted', { operation: 'deleteAccessKey', status: 403 }],
    ['no key can be made', { operation: 'createAccessKey', status: 403 }],
    ['a key is lost', { operation: 'createAccessKey', cut: 'after-commit' }],
    ['storing is refused', { operation: 'updateSecret', status: 403 }],
    ['storing is lost before', { operation: 'updateSecret', cut: 'before-commit' }],
    ['storing is lost after', { operation: 'updateSecret', cut: 'after-commit' }],
  ] as const)('P25: %s: the secret stays in state, and the next apply heals', async (_name, fault) => {
    const key = await orphanedSecret(PLAIN, { lost_creates: 'sole_writer' });
    await key.refresh();
    const broken = emulator.faults.add(fault);

    const { diagnostics } = await key.apply();

    expect(diagnostics.at(-1)?.severity).toBe('error');
    expect([keysOf(emulator), secretsOf(emulator)]).toEqual([[], [key.secretId]]);
    broken.remove();
    await expectHealedBy(key);
  });

  /** A key whose successor could neither be stored nor deleted. */
  async function strandedKey(): Promise<StoredKey> {
    const key = await orphanedSecret();
    await key.refresh();
    emulator.faults.add({ operation: 'updateSecret', status: 403, times: 1 });
    // The first deletion, of the key that is gone, succeeds: the first matching fault applies.
    emulator.faults.add({ operation: 'deleteAccessKey', delayMs: 1, times: 1 });
    emulator.faults.add({ operation: 'deleteAccessKey', status: 403, times: 1 });
    const { summaries } = await key.apply();
    expect(summaries).toEqual([SUCCESSOR, 'Access key not stored']);
    return key;
  }

  it('P25: a key that is neither stored nor deleted is in state, and deleted before the next one is made', async () => {
    const key = await strandedKey();

    expect([keysOf(emulator), secretsOf(emulator)]).toEqual([key.keyIds, [key.secretId]]);
    await key.refresh();
    expect(await key.plan()).toEqual(['update', SUCCESSOR]);
    await expectHealedBy(key);
  });

  it('P25: a key that is neither stored nor deleted gets a successor even after lists have missed it', async () => {
    const key = await strandedKey();
    clock.now += 11 * MINUTE;
    const lag = emulator.faults.add({ operation: 'listAccessKeys', status: 200, body: [] });

    await key.refresh();
    lag.remove();
    await key.refresh();

    expect(await key.plan()).toEqual(['update', SUCCESSOR]);
    await expectHealedBy(key);
  });
});
