import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../emulator';
import { useEmulator } from '../../../../emulator/testing/vitest';
import { keysOf, type Part, PLAIN, ROTATING, StoredKey, secretsOf } from './support/stored-key';

/**
 * Keys with `store_in` of which another user deleted a part at the service: the key or keys, the secret, or both (P25, P26).
 * The remaining parts stay in state, one plain apply restores the whole, and a destroy leaves nothing.
 */

const SUCCESSOR = 'The secret gets another key';
const REPLACED = 'The key is replaced, because its secret no longer exists';
const ROTATES = 'The access key rotates';

/** Lost parts, the next plan, with a warning where Terraform's own output would not give the reason, and whether the secret stays. */
const CASES: readonly [type: string, by: 'name' | 'id', lost: readonly Part[], plan: string[], same: boolean][] = [
  [PLAIN, 'name', ['current'], ['update', SUCCESSOR], true],
  [PLAIN, 'name', ['secret'], ['replace', REPLACED], false],
  [PLAIN, 'name', ['secret', 'current'], ['create'], false],
  [PLAIN, 'id', ['current'], ['create'], true],
  [PLAIN, 'id', ['secret'], ['replace', REPLACED], false],
  [PLAIN, 'id', ['secret', 'current'], ['create'], false],
  [ROTATING, 'name', ['current'], ['update', ROTATES], true],
  [ROTATING, 'name', ['previous'], ['no-op'], true],
  [ROTATING, 'name', ['current', 'previous'], ['update', ROTATES], true],
  [ROTATING, 'name', ['secret'], ['update', ROTATES], false],
  [ROTATING, 'name', ['secret', 'current'], ['update', ROTATES], false],
  [ROTATING, 'name', ['secret', 'current', 'previous'], ['create'], false],
  [ROTATING, 'id', ['current'], ['update', ROTATES], true],
  [ROTATING, 'id', ['previous'], ['no-op'], true],
  [ROTATING, 'id', ['current', 'previous'], ['create'], true],
  [ROTATING, 'id', ['secret'], ['update', ROTATES], false],
  [ROTATING, 'id', ['secret', 'current'], ['update', ROTATES], false],
  [ROTATING, 'id', ['secret', 'current', 'previous'], ['create'], false],
];

/** Where the secret is created for the key, the outcome depends on names and lists, which differ between dialects. */
const BY_NAME = CASES.filter(([, by]) => by === 'name');

describe.each<[Dialect, typeof CASES]>([
  ['conventional', CASES],
  ['minimal', BY_NAME],
  ['enveloped', BY_NAME],
  ['extended', BY_NAME],
])('%s dialect', (dialect, cases) => {
  const emulator = useEmulator({ dialect });

  it.each(cases)('P25: %s by %s, without its %j: the plan is %j', async (type, by, lost, plan, same) => {
    const key = await StoredKey.create(emulator, { now: Date.now() }, type, by);
    await key.refresh();
    const before = key.secretId;
    for (const part of lost) await key.lose(part);

    await key.refresh();
    const { action, summaries } = await key.apply();

    // The warning of a successor has the id of the old key (P45).
    expect([action, ...summaries.map((summary) => summary.replace(/: ".*"$/, ''))]).toEqual(plan);
    expect(key.secretId === before).toBe(same);
    key.expectWhole();
    await key.refresh();
    expect(await key.plan()).toEqual(['no-op']);
    await key.destroy();
    expect([keysOf(emulator), secretsOf(emulator)]).toEqual([[], []]);
  });
});
