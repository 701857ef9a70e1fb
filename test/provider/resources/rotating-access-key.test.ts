import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Emulator, type Project } from '../../../emulator';
import { isWhollyKnown, UNKNOWN, type Value } from '../../../provider/framework/value';
import type { Clock } from '../../support/environment';
import { Host, type Kept } from '../../support/host';

const TYPE = 'coffer_rotating_access_key';
const HOUR = 60 * 60_000;
const START = Date.parse('2026-01-01T00:00:00Z');
let emulator: Emulator;
let project: Project;
let clock: Clock;
let host: Host;
let buckets: string[];

beforeAll(async () => {
  emulator = await Emulator.start();
});
afterAll(() => emulator.stop());
beforeEach(async () => {
  emulator.faults.clear();
  emulator.journal.clear();
  project = emulator.newProject();
  clock = { now: START };
  host = await start();
  buckets = [];
  for (const description of ['one', 'two']) {
    const { kept } = await host.apply('coffer_bucket', { max_size: 1000, description });
    buckets.push(String(kept?.state.id));
  }
});

const start = () => Host.start({ baseUrl: emulator.baseUrl, ...project }, { clock });
const config = (month: string, extra = {}) => ({
  bucket_ids: [...buckets],
  permissions: { read: true },
  rotation_trigger: { month },
  ...extra,
});
const keys = () =>
  emulator.inspect
    .accessKeys()
    .filter(({ projectId }) => projectId === project.projectId)
    .map(({ id }) => id);
const secrets = () => emulator.inspect.secrets().filter(({ projectId }) => projectId === project.projectId);
const summaries = (diagnostics: readonly { severity: string; summary: string }[]) =>
  diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
const slot = (kept: Kept | null, name: 'current' | 'previous') =>
  (kept?.state[name] ?? null) as { readonly [name: string]: string | null } | null;
const idIn = (kept: Kept | null, name: 'current' | 'previous') => slot(kept, name)?.id;
const at = (hours: number) => new Date(START + hours * HOUR).toISOString();

async function create(extra = {}) {
  const { kept, diagnostics } = await host.apply(TYPE, config('1', extra));
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

/** Makes a secret that is not of a key, and results in its id. */
async function makeSecret(name: string): Promise<string> {
  const { kept } = await host.apply('coffer_secret', { name, value_wo: 'not yet', value_wo_version: '1' });
  return String(kept?.state.id);
}

/** Refreshes as a plan does. */
async function refresh(kept: Kept | null) {
  const refreshed = await host.refresh(TYPE, kept as Kept);
  expect(refreshed.diagnostics).toEqual([]);
  return refreshed.kept as Kept;
}

const ROTATES = 'warning: The access key rotates';
const RETIRES = 'warning: The previous access key retires';

it('holds one key at first, and keeps its own id', async () => {
  const kept = await create();

  expect(keys()).toEqual([kept.state.id]);
  expect(kept.state).toMatchObject({
    overlap: '24h',
    previous: null,
    secret_id: null,
    undeleted_ids: [],
    current: {
      id: kept.state.id,
      access_key_id: expect.stringMatching(/^GK/),
      endpoint: emulator.s3Endpoint,
      rotated_at: at(0),
      secret_access_key: emulator.inspect.secretAccessKey(String(kept.state.id)),
    },
  });
  expect(host.plan(TYPE, config('1'), kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
});

it('P26: through two rotations there is always a working key, and every plan says what it does', async () => {
  let kept = await create();
  const [first] = keys();
  const planned = (month: string) => {
    const { action, diagnostics } = host.plan(TYPE, config(month), kept);
    return [action, ...summaries(diagnostics)];
  };
  const nothingUntil = async (hours: number, month: string) => {
    clock.now = START + hours * HOUR;
    kept = await refresh(kept);
    expect(planned(month)).toEqual(['no-op']);
  };

  // Before any change there is nothing to plan, whatever the time.
  await nothingUntil(100, '1');

  // The first rotation: the new key is made, the old one works on.
  expect(planned('2')).toEqual(['update', ROTATES]);
  ({ kept } = (await host.apply(TYPE, config('2'), kept)) as { kept: Kept });
  const second = idIn(kept, 'current');
  expect(kept.state.id).toBe(first);
  expect(slot(kept, 'current')?.rotated_at).toBe(at(100));
  expect(slot(kept, 'previous')).toMatchObject({ id: first, rotated_at: at(0), retire_after: at(124) });
  expect(keys().sort()).toEqual([first, second].sort());
  expect(planned('2')).toEqual(['no-op']);

  // Until the overlap is over nothing happens; then one update retires the old key.
  await nothingUntil(123, '2');
  clock.now = START + 124 * HOUR;
  kept = await refresh(kept);
  expect(planned('2')).toEqual(['update', RETIRES]);
  ({ kept } = (await host.apply(TYPE, config('2'), kept)) as { kept: Kept });
  expect([slot(kept, 'previous'), keys()]).toEqual([null, [second]]);
  await nothingUntil(200, '2');

  // The second rotation, and its retirement.
  expect(planned('3')).toEqual(['update', ROTATES]);
  ({ kept } = (await host.apply(TYPE, config('3'), kept)) as { kept: Kept });
  const third = idIn(kept, 'current');
  expect(keys().sort()).toEqual([second, third].sort());
  await nothingUntil(223, '3');
  clock.now = START + 225 * HOUR;
  kept = await refresh(kept);
  expect(planned('3')).toEqual(['update', RETIRES]);
  ({ kept } = (await host.apply(TYPE, config('3'), kept)) as { kept: Kept });
  expect(keys()).toEqual([third]);
  await nothingUntil(1000, '3');

  expect(await host.destroy(TYPE, kept)).toEqual({ kept: null, diagnostics: [] });
  expect(keys()).toEqual([]);
});

describe('what rotates', () => {
  it.each([
    ['another trigger', () => ({ rotation_trigger: { month: '2' } }), 'rotation_trigger changed'],
    ['other buckets', () => ({ bucket_ids: [buckets[0]] }), 'bucket_ids changed'],
    ['other permissions', () => ({ permissions: { write: true } }), 'permissions changed'],
    ['a first secret to store in', () => ({ store_in: { secret_name: 'k' } }), 'it is to be stored in a secret'],
  ])('P26: %s, in place', async (_name, change, reason) => {
    const first = await create();

    const { action, kept, planned, diagnostics } = await host.apply(TYPE, config('1', change()), first);

    expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
    expect(diagnostics[0]?.detail).toContain(reason);
    expect((planned.previous as { id: string }).id).toBe(idIn(first, 'current'));
    expect(idIn(kept, 'previous')).toBe(idIn(first, 'current'));
    expect(host.plan(TYPE, config('1', change()), kept).action).toBe('no-op');
  });

  it('says of what is not known yet that it may', async () => {
    const first = await create();

    const { action, planned, diagnostics } = host.plan(TYPE, config('1', { rotation_trigger: UNKNOWN }), first);

    expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
    expect(diagnostics[0]?.detail).toContain('rotation_trigger may change');
    expect([planned.current, planned.previous]).toEqual([UNKNOWN, UNKNOWN]);
  });

  it.each([
    ['another project', { project_id: 'other' }, 'project_id'],
    ['another secret', { store_in: { secret_name: 'b' } }, 'store_in'],
    ['no secret any more', { store_in: null }, 'store_in'],
  ])('%s replaces the whole', async (_name, change, attribute) => {
    const { kept } = await host.apply(TYPE, config('1', { store_in: { secret_name: 'a' } }));

    const plan = host.plan(TYPE, config('1', { store_in: { secret_name: 'a' }, ...change }), kept);

    expect(plan).toMatchObject({ action: 'replace', replaced: [attribute], diagnostics: [] });
  });

  it('a current key that is gone from the service, with the previous one left as it is', async () => {
    const { kept: rotated } = await host.apply(TYPE, config('2'), await create());
    const seen = await refresh(rotated);
    await (await start()).destroy('coffer_access_key', {
      state: { id: idIn(seen, 'current') ?? null, secret_id: null, store_in: null },
      private: new Uint8Array(),
    });
    host = await start();

    const { kept: found } = await host.refresh(TYPE, seen);
    const { kept, diagnostics } = await host.apply(TYPE, config('2'), found);

    expect(diagnostics[0]?.detail).toContain('the current key is gone from the service');
    expect(idIn(kept, 'previous')).toBe(idIn(seen, 'previous'));
    expect(keys().sort()).toEqual([idIn(kept, 'current'), idIn(kept, 'previous')].sort());
  });

  it('nothing when the previous key is gone from the service; the whole is gone with both', async () => {
    const { kept: rotated } = await host.apply(TYPE, config('2'), await create());
    const seen = await refresh(rotated);
    const gone = async (name: 'current' | 'previous') => {
      const state = { id: idIn(seen, name) ?? null, secret_id: null, store_in: null };
      await (await start()).destroy('coffer_access_key', { state, private: new Uint8Array() });
      host = await start();
    };

    await gone('previous');
    const without = await refresh(seen);
    await gone('current');
    const { kept } = await host.refresh(TYPE, seen);

    expect([slot(without, 'previous'), host.plan(TYPE, config('2'), without).action]).toEqual([null, 'no-op']);
    expect(kept).toBeNull();
  });
});

describe('the overlap', () => {
  it('P26: of nothing retires with the next plan, never in the same apply', async () => {
    const extra = { overlap: '0s' };
    const { kept } = await host.apply(TYPE, config('2', extra), await create(extra));
    expect(keys()).toHaveLength(2);

    const refreshed = await refresh(kept);
    const retired = await host.apply(TYPE, config('2', extra), refreshed);

    expect(summaries(retired.diagnostics)).toEqual([RETIRES]);
    expect(keys()).toEqual([idIn(retired.kept, 'current')]);
  });

  it('moves the end of one that runs, when it is changed', async () => {
    const { kept } = await host.apply(TYPE, config('2'), await create());
    emulator.journal.clear();

    const changed = await host.apply(TYPE, config('2', { overlap: '48h' }), kept);

    expect([changed.action, ...changed.diagnostics]).toEqual(['update']);
    expect(isWhollyKnown(changed.planned as Value)).toBe(true);
    expect(slot(changed.kept, 'previous')?.retire_after).toBe(at(48));
    expect(emulator.journal.requests()).toEqual([]);
  });

  it('that is made longer when it is over goes on', async () => {
    const { kept } = await host.apply(TYPE, config('2'), await create());
    clock.now += 30 * HOUR;

    const longer = await host.apply(TYPE, config('2', { overlap: '48h' }), await refresh(kept));

    expect([longer.action, ...longer.diagnostics]).toEqual(['update']);
    expect(keys()).toHaveLength(2);
    expect(slot(longer.kept, 'previous')?.retire_after).toBe(at(48));
    expect(host.plan(TYPE, config('2', { overlap: '48h' }), await refresh(longer.kept)).action).toBe('no-op');
  });

  it('that is made so short that it is over ends at once', async () => {
    const { kept } = await host.apply(TYPE, config('2'), await create());
    clock.now += 3 * HOUR;

    const shorter = await host.apply(TYPE, config('2', { overlap: '2h' }), await refresh(kept));

    expect(summaries(shorter.diagnostics)).toEqual([RETIRES]);
    expect(keys()).toEqual([idIn(shorter.kept, 'current')]);
    expect(host.plan(TYPE, config('2', { overlap: '2h' }), await refresh(shorter.kept)).action).toBe('no-op');
  });

  it('P17: is judged by the last read, not by the plan', async () => {
    const { kept } = await host.apply(TYPE, config('2'), await create());
    clock.now += 1000 * HOUR;

    expect(host.plan(TYPE, config('2'), kept).action).toBe('no-op');
    expect(host.plan(TYPE, config('2'), await refresh(kept)).action).toBe('update');
  });

  it('P26: a second rotation within it deletes the oldest after the new one works, and the plan says so', async () => {
    const { kept: rotated } = await host.apply(TYPE, config('2'), await create());
    const oldest = idIn(rotated, 'previous');
    emulator.journal.clear();

    const { kept, diagnostics } = await host.apply(TYPE, config('3'), rotated);

    expect(summaries(diagnostics)).toEqual([ROTATES]);
    expect(diagnostics[0]?.detail).toContain(`The previous key "${oldest}"`);
    expect(idIn(kept, 'previous')).toBe(idIn(rotated, 'current'));
    expect(keys().sort()).toEqual([idIn(kept, 'current'), idIn(kept, 'previous')].sort());
    const changes = emulator.journal.requests().filter(({ method }) => method !== 'GET');
    expect(changes.map(({ operation }) => operation)).toEqual(['createAccessKey', 'deleteAccessKey']);
  });
});

describe('when something fails, a key works and none is lost', () => {
  /** Every key at the service is in state, and the current one works. */
  const expectNoOrphan = (kept: Kept | null) => {
    const known = [idIn(kept, 'current'), idIn(kept, 'previous'), ...((kept?.state.undeleted_ids ?? []) as string[])];
    expect(keys().sort()).toEqual(known.filter(Boolean).sort());
    expect(keys()).toContain(idIn(kept, 'current'));
  };

  it.each([
    ['refused', { status: 403 }],
    ['lost', { status: 500, when: 'after-commit' as const }],
    ['cut before', { cut: 'before-commit' as const }],
  ])('P26: the create of a rotation is %s', async (_name, fault) => {
    const first = await create();
    const broken = emulator.faults.add({ operation: 'createAccessKey', ...fault });

    const failed = await host.apply(TYPE, config('2'), first);

    expect(failed.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    expect(failed.kept?.state).toEqual(first.state);
    expectNoOrphan(failed.kept);
    broken.remove();
    const { kept } = await host.apply(TYPE, config('2'), failed.kept);
    expectNoOrphan(kept);
    expect(idIn(kept, 'previous')).toBe(idIn(first, 'current'));
  });

  it('P26: the delete of the oldest', async () => {
    const { kept: rotated } = await host.apply(TYPE, config('2'), await create());
    const broken = emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });

    const failed = await host.apply(TYPE, config('3'), rotated);

    expect(summaries(failed.diagnostics)).toEqual([ROTATES, 'error: Old access key not deleted']);
    expect(failed.kept?.state.undeleted_ids).toEqual([idIn(rotated, 'previous')]);
    expectNoOrphan(failed.kept);
    broken.remove();
    const { action, kept } = await host.apply(TYPE, config('3'), await refresh(failed.kept));
    expect([action, keys().length]).toEqual(['update', 2]);
    expectNoOrphan(kept);
    expect(host.plan(TYPE, config('3'), kept).action).toBe('no-op');
  });

  it('P26: the delete of a retirement', async () => {
    const { kept: rotated } = await host.apply(TYPE, config('2', { overlap: '0s' }), await create());
    const broken = emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });

    const failed = await host.apply(TYPE, config('2', { overlap: '0s' }), await refresh(rotated));

    expectNoOrphan(failed.kept);
    broken.remove();
    const { kept } = await host.apply(TYPE, config('2', { overlap: '0s' }), await refresh(failed.kept));
    expect(keys()).toEqual([idIn(kept, 'current')]);
    expect(host.plan(TYPE, config('2', { overlap: '0s' }), await refresh(kept)).action).toBe('no-op');
  });

  it('forgets an undeleted key that somebody else deleted', async () => {
    const { kept: rotated } = await host.apply(TYPE, config('2'), await create());
    emulator.faults.add({ operation: 'deleteAccessKey', status: 403, times: 1 });
    const { kept: failed } = await host.apply(TYPE, config('3'), rotated);
    const [id = ''] = (failed?.state.undeleted_ids ?? []) as string[];
    const state = { id, secret_id: null, store_in: null };
    await (await start()).destroy('coffer_access_key', { state, private: new Uint8Array() });
    host = await start();

    const refreshed = await refresh(failed);

    expect(refreshed.state.undeleted_ids).toEqual([]);
    expect(host.plan(TYPE, config('3'), refreshed).action).toBe('no-op');
  });

  it('keeps track of an undeleted key when both others are gone', async () => {
    const { kept: rotated } = await host.apply(TYPE, config('2'), await create());
    emulator.faults.add({ operation: 'deleteAccessKey', status: 403, times: 1 });
    const { kept: failed } = await host.apply(TYPE, config('3'), rotated);
    const seen = await refresh(failed);
    for (const name of ['current', 'previous'] as const) {
      const state = { id: idIn(seen, name) ?? null, secret_id: null, store_in: null };
      await (await start()).destroy('coffer_access_key', { state, private: new Uint8Array() });
    }
    host = await start();

    const { kept } = await host.apply(TYPE, config('3'), await refresh(seen));

    expect(keys()).toEqual([idIn(kept, 'current')]);
  });

  it('P25: storing is refused: the new key is deleted, the secret still holds one that works', async () => {
    const extra = { store_in: { secret_name: 'k' } };
    const first = await create(extra);
    const broken = emulator.faults.add({ operation: 'updateSecret', status: 403 });

    const failed = await host.apply(TYPE, config('2', extra), first);

    expect(summaries(failed.diagnostics)).toEqual([ROTATES, 'error: Access key not stored']);
    expect(failed.kept?.state).toEqual(first.state);
    expectNoOrphan(failed.kept);
    expect(storedKeyOf(failed.kept)).toBe(idIn(first, 'current'));
    broken.remove();
    const { kept } = await host.apply(TYPE, config('2', extra), failed.kept);
    expect(storedKeyOf(kept)).toBe(idIn(kept, 'current'));
  });

  it.each(['before-commit', 'after-commit'] as const)(
    'P25: storing was lost (%s): whichever key the secret holds works, and the next apply stores another',
    async (cut) => {
      const extra = { store_in: { secret_name: 'k' } };
      const first = await create(extra);
      const broken = emulator.faults.add({ operation: 'updateSecret', cut });

      const failed = await host.apply(TYPE, config('2', extra), first);

      expectNoOrphan(failed.kept);
      expect(keys()).toContain(storedKeyOf(failed.kept));
      broken.remove();
      const refreshed = await refresh(failed.kept);
      const again = host.plan(TYPE, config('1', extra), refreshed);
      expect([again.action, ...summaries(again.diagnostics)]).toEqual(['update', ROTATES]);
      const { kept } = await host.apply(TYPE, config('2', extra), refreshed);
      expectNoOrphan(kept);
      expect(kept?.state.undeleted_ids).toEqual([]);
      expect(storedKeyOf(kept)).toBe(idIn(kept, 'current'));
      expect(host.plan(TYPE, config('2', extra), kept).action).toBe('no-op');
    },
  );

  /** Id of the key whose secret half the sink holds. */
  const storedKeyOf = (kept: Kept | null) => {
    const value = emulator.inspect.secretValue(String(kept?.state.secret_id));
    return keys().find((id) => emulator.inspect.secretAccessKey(id) === value);
  };
});

describe('with a secret to store in', () => {
  it('P25: a rotation writes the new key into the same secret, and state holds ids only', async () => {
    const extra = { store_in: { secret_name: 'k', format: 'json' } };
    const first = await create(extra);

    const { kept } = await host.apply(TYPE, config('2', extra), first);

    expect(kept?.state.secret_id).toBe(first.state.secret_id);
    const stored = JSON.parse(emulator.inspect.secretValue(String(kept?.state.secret_id))) as Record<string, string>;
    expect(stored.access_key_id).toBe(slot(kept, 'current')?.access_key_id);
    for (const id of keys()) {
      expect(JSON.stringify(kept?.state)).not.toContain(emulator.inspect.secretAccessKey(id));
    }
    await host.destroy(TYPE, kept as Kept);
    expect([keys(), secrets()]).toEqual([[], []]);
  });

  it('another format rotates into the same secret', async () => {
    const first = await create({ store_in: { secret_name: 'k' } });

    const { action, kept } = await host.apply(
      TYPE,
      config('1', { store_in: { secret_name: 'k', format: 'env' } }),
      first,
    );

    expect([action, kept?.state.secret_id]).toEqual(['update', first.state.secret_id]);
    expect(emulator.inspect.secretValue(String(kept?.state.secret_id))).toContain('AWS_ACCESS_KEY_ID=');
  });

  it('a first secret takes the secret half out of state', async () => {
    const first = await create();

    const { kept } = await host.apply(TYPE, config('1', { store_in: { secret_name: 'k' } }), first);

    expect(slot(kept, 'previous')).toMatchObject({ id: idIn(first, 'current'), secret_access_key: null });
    expect(slot(kept, 'current')?.secret_access_key).toBeNull();
    expect(secrets()).toHaveLength(1);
  });

  it('P26: another secret that is only written to gets the next key, while the one before keeps the previous key', async () => {
    const [before, after] = [await makeSecret('before'), await makeSecret('after')];
    const first = await create({ store_in: { secret_id: before } });
    const elsewhere = config('1', { store_in: { secret_id: after } });

    const { action, kept, diagnostics } = await host.apply(TYPE, elsewhere, first);

    expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
    expect(diagnostics[0]?.detail).toContain('store_in names another secret');
    expect(kept?.state.secret_id).toBe(after);
    expect(emulator.inspect.secretValue(before)).toBe(emulator.inspect.secretAccessKey(String(idIn(kept, 'previous'))));
    expect(emulator.inspect.secretValue(after)).toBe(emulator.inspect.secretAccessKey(String(idIn(kept, 'current'))));
    expect(host.plan(TYPE, elsewhere, kept).action).toBe('no-op');
  });

  it('of a secret that is not known yet the plan says that it may be another', async () => {
    const first = await create({ store_in: { secret_id: await makeSecret('sink') } });

    const plan = host.plan(TYPE, config('1', { store_in: { secret_id: UNKNOWN } }), first);

    expect([plan.action, ...summaries(plan.diagnostics)]).toEqual(['update', ROTATES]);
    expect(plan.diagnostics[0]?.detail).toContain('store_in may name another secret');
    expect([plan.planned.previous, plan.planned.secret_id]).toEqual([UNKNOWN, UNKNOWN]);
  });

  it.each([
    ['its own to one that is only written to', 'own'],
    ['one that is only written to to its own', 'written'],
  ])('a change from %s replaces the whole', async (_name, from) => {
    const sinks = { own: { secret_name: 'own' }, written: { secret_id: await makeSecret('sink') } };
    const { own, written } = sinks;
    const first = await create({ store_in: from === 'own' ? own : written });

    const plan = host.plan(TYPE, config('1', { store_in: from === 'own' ? written : own }), first);

    expect(plan).toMatchObject({ action: 'replace', replaced: ['store_in'] });
  });

  it('P25: the loss of the secret rotates, and the plan says why', async () => {
    const extra = { store_in: { secret_name: 'k' } };
    const seen = await refresh(await create(extra));
    await (await start()).destroy('coffer_secret', {
      state: { id: String(seen.state.secret_id) },
      private: new Uint8Array(),
    });
    host = await start();

    const { kept: found } = await host.refresh(TYPE, seen);
    const { action, kept, diagnostics } = await host.apply(TYPE, config('1', extra), found);

    expect([action, ...summaries(diagnostics)]).toEqual(['update', ROTATES]);
    expect(diagnostics[0]?.detail).toContain('the secret that held it is gone');
    expect(kept?.state.secret_id).not.toBe(seen.state.secret_id);
    expect(secrets()).toHaveLength(1);
  });
});

describe('importing', () => {
  it('P12: takes over the current key and its trigger in place, and plans nothing after that', async () => {
    const first = await create();
    const { kept } = await host.import(TYPE, String(first.state.id));
    emulator.journal.clear();

    const taken = await host.apply(TYPE, config('1', { overlap: '1h' }), kept);

    expect([taken.action, ...taken.diagnostics]).toEqual(['update']);
    expect(taken.kept?.state.current).toEqual({
      ...slot(first, 'current'),
      rotated_at: null,
      secret_access_key: null,
    });
    expect(emulator.journal.requests()).toEqual([]);
    expect(host.plan(TYPE, config('1', { overlap: '1h' }), taken.kept).action).toBe('no-op');
  });

  it('P29: a sink rotates, since nobody knows the secret half', async () => {
    const first = await create();
    const { kept } = await host.import(TYPE, String(first.state.id));

    const { action, kept: stored } = await host.apply(TYPE, config('1', { store_in: { secret_name: 'k' } }), kept);

    expect(action).toBe('update');
    expect(idIn(stored, 'previous')).toBe(first.state.id);
  });
});

it('refuses what no key can be', () => {
  const { diagnostics } = host.plan(TYPE, {
    bucket_ids: [],
    permissions: {},
    overlap: 'a day',
    store_in: {},
  });

  expect(diagnostics.map(({ summary }) => summary)).toEqual([
    'Invalid value',
    'Invalid value',
    'No permission',
    'Missing secret',
  ]);
});
