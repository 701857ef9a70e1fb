import { beforeEach, describe, expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type HostOptions, type Kept } from '../../../support/host';
import { shareAlteredEmulator } from '../support/altered-emulator';
import { withRecords } from '../support/altered-line';
import { summaries } from './support/bench';

/** How long objects that we made may be missing from lists (P7). Each command is a provider of its own, which shares no lists. */

const SECRET = 'coffer_secret';
const PULL_SECRET = 'coffer_pull_secret';
const BUCKET = 'coffer_bucket';
const PLAIN = 'coffer_access_key';
const ROTATING = 'coffer_rotating_access_key';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = Date.parse('2026-01-01T00:00:00Z');
const NOT_LISTED = 'warning: Not listed yet';

const shared = shareAlteredEmulator({ dialect: 'extended' });
let clock: { now: number };
let bucketId: string;
beforeEach(async () => {
  clock = { now: START };
  const { kept } = await (await command()).apply(BUCKET, { max_size: 1000 });
  bucketId = String(kept?.state.id);
});

const command = ({ settings, ...options }: HostOptions = {}) => {
  const { token, projectId } = shared.emulator;
  const target = { baseUrl: shared.line.baseUrl, token, projectId };
  return Host.start(target, { clock, settings: { pull_secret_api: 'full', ...settings }, ...options });
};
const atAge = (ms: number) => {
  clock.now = START + ms;
};
const key = (more: ObjectValue = {}) => ({ bucket_ids: [bucketId], permissions: { read: true }, ...more });
const CONFIGS: Readonly<Record<string, () => ObjectValue>> = {
  [SECRET]: () => ({ name: 'a', value: 'v' }),
  [PULL_SECRET]: () => ({ server: 'ghcr.io', username: 'octo', password: 'p' }),
  [BUCKET]: () => ({ max_size: 2000, wait_for: 'none' }),
  [PLAIN]: key,
  [ROTATING]: key,
};
const PATHS: Readonly<Record<string, string>> = {
  [SECRET]: '/secrets',
  [PULL_SECRET]: '/secrets/pull',
  [BUCKET]: '/s3/buckets',
  [PLAIN]: '/s3/keys',
  [ROTATING]: '/s3/keys',
};

/** Makes an object at `START`. */
async function make(type: string, more: ObjectValue = {}): Promise<Kept> {
  const { kept, diagnostics } = await (await command()).apply(type, { ...CONFIGS[type]?.(), ...more });
  expect(diagnostics).toEqual([]);
  atAge(0);
  return kept as Kept;
}

/** Deletes an object as the dashboard would. */
async function lose(type: string, id: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${shared.emulator.token}` };
  const { ok } = await fetch(`${shared.emulator.baseUrl}${PATHS[type]}/${String(id)}`, { method: 'DELETE', headers });
  expect(ok).toBe(true);
}

/** Refreshes as a command does: what is left, the warnings, the lists of the type and how long they took. */
async function refresh(type: string, before: Kept | null, options: HostOptions = {}) {
  const host = await command(options);
  const beganMs = clock.now;
  shared.line.calls.length = 0;
  const { kept, diagnostics } = await host.refresh(type, before as Kept);
  const lists = shared.line.calls.filter((call) => call === `GET ${PATHS[type]}`).length;
  return { kept, said: summaries(diagnostics), lists, tookMs: clock.now - beganMs };
}

/** Lists do not show these objects, from now on or for so many lists. */
function hide(type: string, ids: readonly unknown[], times = Number.POSITIVE_INFINITY): void {
  let left = times;
  shared.line.alter = ({ call }, reply) => {
    if (call !== `GET ${PATHS[type]}` || left-- <= 0) return reply;
    return withRecords<{ id: string }>(reply, (all) => all.filter(({ id }) => !ids.includes(id)));
  };
}

describe.each([SECRET, PULL_SECRET, BUCKET, PLAIN, ROTATING])('a %s that no list has shown', (type) => {
  it('P7: stays for a minute, and after that is gone when three lists spread over 30 s agree', async () => {
    const made = await make(type);
    await lose(type, made.state.id);

    atAge(MINUTE - 1);
    const early = await refresh(type, made);
    atAge(MINUTE);
    const late = await refresh(type, made);

    expect([early.kept?.state, early.said]).toEqual([made.state, [NOT_LISTED]]);
    expect([late.kept, late.lists, late.tookMs]).toEqual([null, 3, 30 * SECOND]);
  });

  it('P7: stays when the last of these lists shows it', async () => {
    const made = await make(type);
    hide(type, [made.state.id], 2);
    atAge(2 * MINUTE);

    const { kept, said, lists } = await refresh(type, made);

    expect([kept?.state.id, said, lists]).toEqual([made.state.id, [], 3]);
  });

  it.each([
    ['with the usual lists after ten minutes', 10, 4],
    ['without waiting for the clock of its create if that was ahead', -60, 30],
  ])('P7: is gone %s', async (_how, minutes, tookSeconds) => {
    const made = await make(type);
    await lose(type, made.state.id);
    atAge(minutes * MINUTE);

    expect(await refresh(type, made)).toMatchObject({ kept: null, lists: 3, tookMs: tookSeconds * SECOND });
  });

  it.each([
    ['one after the settle time', [30 * SECOND]],
    ['two that are three seconds apart', [SECOND, 4 * SECOND]],
  ])('P7: needs the usual lists once it was seen, by %s', async (_name, ages) => {
    let kept: Kept | null = await make(type);
    for (const age of ages) {
      atAge(age);
      kept = (await refresh(type, kept)).kept;
    }
    await lose(type, kept?.state.id);
    clock.now += SECOND;

    expect(await refresh(type, kept)).toMatchObject({ kept: null, lists: 3, tookMs: 4 * SECOND });
  });

  it('P7: stays after one early list with it, because replicas flap', async () => {
    let kept: Kept | null = await make(type);
    for (const age of [SECOND, 3.9 * SECOND]) {
      atAge(age);
      kept = (await refresh(type, kept)).kept;
    }
    hide(type, [kept?.state.id]);

    expect(await refresh(type, kept)).toMatchObject({ kept: { state: kept?.state }, said: [NOT_LISTED] });
  });

  it('P7: a plan uses the lists of its own process', async () => {
    const made = await make(type);
    await lose(type, made.state.id);
    atAge(45 * SECOND);
    // The list that the plan begins with is of a replica that lags: it still shows it.
    let stale = true;
    shared.line.alter = ({ call }, reply) => {
      if (call !== `GET ${PATHS[type]}` || !stale) return reply;
      stale = false;
      return withRecords<object>(reply, (all) => [...all, { id: made.state.id, bucket_ids: [bucketId] }]);
    };
    const host = await command();
    await host.refresh(type, made);
    clock.now += 31 * SECOND;

    expect((await host.refresh(type, made)).kept).toBeNull();
  });

  it('P7, P20: after ten minutes a refresh changes nothing, private state included', async () => {
    const made = await make(type);
    atAge(10 * MINUTE);

    const { kept } = await refresh(type, made);

    // A bucket also notes the quota and the description that the first list shows (P23, P41).
    const notes = (of: Kept | null) =>
      Buffer.from(of?.private ?? [])
        .toString()
        .replace(/,?"(?:quota|description)_awaited":"[^"]*"/g, '');
    expect(notes(kept)).toBe(notes(made));
  });

  it('P7: is gone after one list with list_confirmation = "0s"', async () => {
    const made = await make(type);
    await lose(type, made.state.id);

    const { kept, lists } = await refresh(type, made, { settings: { list_confirmation: '0s' } });

    expect([kept, lists]).toEqual([null, 1]);
  });

  it('P7: has the same grace if an earlier release made it', async () => {
    const made = await make(type);
    await lose(type, made.state.id);
    const before = { ...made, private: Buffer.from(JSON.stringify({ unseen_since: START })) };

    expect(await refresh(type, before)).toMatchObject({ kept: { state: made.state }, said: [NOT_LISTED] });
    atAge(MINUTE);
    expect(await refresh(type, before)).toMatchObject({ kept: null, tookMs: 30 * SECOND });
  });
});

it('P7: readers of missing objects share the spread lists, even readers that come later', async () => {
  const host = await command();
  const names = Array.from({ length: 12 }, (_, i) => `s-${i}`);
  const made = await Promise.all(
    names.map(async (name) => (await host.apply(SECRET, { name, value: 'v' })).kept as Kept),
  );
  await Promise.all(made.map(({ state }) => lose(SECRET, state.id)));
  atAge(2 * MINUTE);
  const beganMs = clock.now;
  const plan = await command();
  shared.line.calls.length = 0;

  const first = await Promise.all(made.slice(0, 4).map((kept) => plan.refresh(SECRET, kept)));
  const second = await Promise.all(made.slice(4, 8).map((kept) => plan.refresh(SECRET, kept)));
  clock.now += 29 * SECOND;
  const third = await Promise.all(made.slice(8).map((kept) => plan.refresh(SECRET, kept)));

  expect([...first, ...second, ...third].map(({ kept }) => kept)).toEqual(made.map(() => null));
  expect(shared.line.calls.filter((call) => call === 'GET /secrets')).toHaveLength(3);
  expect(clock.now - beganMs).toBe(59 * SECOND);
});

describe.each([
  [SECRET, { value: 'w' }],
  [PULL_SECRET, { password: 'q' }],
  [BUCKET, { max_size: 3000 }],
])('an update of a %s that the service denies', (type, change) => {
  async function deniedAt(age: number): Promise<Kept> {
    const made = await make(type);
    await lose(type, made.state.id);
    atAge(age);
    const { kept, diagnostics } = await (await command()).apply(type, { ...CONFIGS[type]?.(), ...change }, made);
    expect(kept?.state).toEqual(made.state);
    expect(summaries(diagnostics)).toEqual([expect.stringContaining('error: ')]);
    expect(diagnostics[0]?.detail).toContain('404');
    return kept as Kept;
  }

  it.each([
    ['and the next plan recreates it after the usual lists', 40, 4],
    ['and proves nothing within the settle time', 20, 30],
  ])('P7: is an error that says so, %s', async (_what, deniedAfter, tookSeconds) => {
    const denied = await deniedAt(deniedAfter * SECOND);

    atAge(MINUTE);

    expect(await refresh(type, denied)).toMatchObject({ kept: null, lists: 3, tookMs: tookSeconds * SECOND });
  });

  it('P7: stays if a list shows it nevertheless', async () => {
    const made = await make(type);
    atAge(40 * SECOND);
    shared.line.intercept = ({ call }) =>
      call.startsWith('PUT ')
        ? { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' }
        : undefined;
    const { kept } = await (await command()).apply(type, { ...CONFIGS[type]?.(), ...change }, made);
    shared.line.straighten();
    atAge(MINUTE);

    expect(await refresh(type, kept)).toMatchObject({ kept: { state: { id: made.state.id } }, said: [] });
  });

  it('P7, P33: a 404 of a load balancer is no proof', async () => {
    const made = await make(type);
    atAge(40 * SECOND);
    shared.line.intercept = ({ call }) =>
      call.startsWith('PUT ')
        ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>default backend</html>' }
        : undefined;
    const { kept } = await (await command()).apply(type, { ...CONFIGS[type]?.(), ...change }, made);
    shared.line.straighten();
    await lose(type, made.state.id);
    atAge(MINUTE);

    expect(await refresh(type, kept)).toMatchObject({ kept: null, tookMs: 30 * SECOND });
  });
});

describe('the two keys of a rotating key', () => {
  const slots = (kept: Kept | null) => {
    const idIn = (slot: unknown) => (slot as { id: string } | null)?.id;
    return { current: idIn(kept?.state.current), previous: idIn(kept?.state.previous) };
  };

  /** A key that lists know, and its successor, made ten seconds ago. */
  async function rotated(): Promise<Kept> {
    const made = await make(ROTATING);
    atAge(MINUTE);
    const { kept } = await refresh(ROTATING, made);
    const outcome = await (await command()).apply(ROTATING, key({ rotation_trigger: { n: '1' } }), kept);
    clock.now += 10 * SECOND;
    return outcome.kept as Kept;
  }

  it('P7: a list with the previous key does not end the grace of the current one', async () => {
    const kept = await rotated();
    const { current, previous } = slots(kept);
    hide(PLAIN, [current]);

    const first = await refresh(ROTATING, kept);
    const second = await refresh(ROTATING, first.kept);

    expect(slots(second.kept)).toEqual({ current, previous });
    expect(second.said).toEqual([NOT_LISTED]);
  });

  it('P7: the previous key does not have the grace of the current one', async () => {
    const kept = await rotated();
    const { current, previous } = slots(kept);
    await lose(PLAIN, previous);

    expect(slots((await refresh(ROTATING, kept)).kept)).toEqual({ current, previous: undefined });
  });

  it('P7: a new key that has replaced nothing yet stays although no list shows it', async () => {
    const made = await make(ROTATING, { store_in: { secret_name: 'k' } });
    atAge(MINUTE);
    const seen = await refresh(ROTATING, made);
    shared.emulator.faults.add({ operation: 'updateSecret', cut: 'after-commit', times: 9 });
    const wanted = key({ store_in: { secret_name: 'k' }, rotation_trigger: { n: '1' } });
    const { kept } = await (await command({ settings: { max_retries: 0 } })).apply(ROTATING, wanted, seen.kept);
    shared.emulator.faults.clear();
    const [left] = (kept as Kept).state.undeleted_ids as string[];
    hide(PLAIN, [left]);

    const early = await refresh(ROTATING, kept);
    shared.line.straighten();
    await lose(PLAIN, left);
    clock.now += MINUTE;
    const late = await refresh(ROTATING, kept);

    expect([left, early.kept?.state.undeleted_ids]).toEqual([expect.any(String), [left]]);
    expect(late.kept?.state.undeleted_ids).toEqual([]);
  });

  it('P7: private state keeps nothing of keys that are gone', async () => {
    let kept: Kept | null = await rotated();
    for (const trigger of ['2', '3', '4']) {
      kept = (await (await command()).apply(ROTATING, key({ rotation_trigger: { n: trigger } }), kept)).kept;
    }
    clock.now += MINUTE;
    kept = (await refresh(ROTATING, kept)).kept;

    expect(Buffer.from(kept?.private ?? []).toString()).not.toMatch(/made|seen|denied/);
  });
});

it.each([PLAIN, ROTATING])(
  'P7, P25: %s: a secret of its own that is deleted in the first minutes is missed',
  async (type) => {
    const made = await make(type, { store_in: { secret_name: 'k' } });
    await lose(SECRET, made.state.secret_id);

    const early = await refresh(type, made);
    atAge(MINUTE);
    const late = await refresh(type, early.kept);

    expect([early.kept?.state.secret_id, early.said]).toEqual([made.state.secret_id, [NOT_LISTED]]);
    expect([late.kept?.state.secret_id, late.tookMs]).toEqual([null, 30 * SECOND]);
  },
);

it('P7: an object that was adopted after a lost create was listed, and needs the usual lists', async () => {
  shared.emulator.faults.add({ operation: 'createSecret', cut: 'after-commit', times: 1 });
  const { kept } = await (await command()).apply(SECRET, { name: 'a', value: 'v' });
  await lose(SECRET, kept?.state.id);

  expect(await refresh(SECRET, kept)).toMatchObject({ kept: null, tookMs: 4 * SECOND });
});

it('P7, P8: a token for another project ends the grace of no object', async () => {
  const made = [await make(SECRET), await make(BUCKET)] as const;
  const target = { baseUrl: shared.line.baseUrl, ...shared.emulator.newProject() };
  await (await Host.start(target, { clock })).apply(BUCKET, { max_size: 1000 });
  const types = [SECRET, BUCKET];
  const run = async (age: number) => {
    atAge(age);
    const host = await Host.start(target, { clock });
    const outcomes = [];
    for (const [i, kept] of made.entries()) outcomes.push(await host.refresh(types[i] as string, kept));
    return outcomes.map(({ diagnostics }) => summaries(diagnostics));
  };

  expect(await run(30 * SECOND)).toEqual([[NOT_LISTED], [NOT_LISTED]]);
  expect(await run(2 * MINUTE)).toEqual([['warning: Another project is listed'], ['error: Another project is listed']]);
});

it('P7: an object that flickers in the lists of a service that lags stays', async () => {
  const flapping = await Emulator.start({ lag: { newHidden: 4, recordFlaps: 3 } });
  try {
    const host = () => Host.start(flapping, { clock });
    let { kept } = await (await host()).apply(SECRET, { name: 'a', value: 'v' });
    for (let i = 0; i < 12; i += 1) {
      clock.now += 2 * SECOND;
      kept = (await (await host()).refresh(SECRET, kept as Kept)).kept;
      expect(kept?.state.name).toBe('a');
    }
  } finally {
    await flapping.stop();
  }
});

it('P7: a pull secret that a change has made anew stays, too, when lists are read from then on', async () => {
  const settings = { pull_secret_api: 'create_only' };
  const made = await (await command({ settings })).apply(PULL_SECRET, CONFIGS[PULL_SECRET]?.() ?? {});
  atAge(11 * MINUTE);
  const config = { ...CONFIGS[PULL_SECRET]?.(), password: 'q' };
  const changed = await (await command({ settings })).apply(PULL_SECRET, config, made.kept);
  hide(PULL_SECRET, [changed.kept?.state.id]);

  const { kept, said } = await refresh(PULL_SECRET, changed.kept);

  expect([kept?.state, said]).toEqual([changed.kept?.state, [NOT_LISTED]]);
});

it.each([PLAIN, ROTATING])(
  'P7: %s: a secret that a destroy has deleted has no grace when the key could not follow',
  async (type) => {
    const made = await make(type, { store_in: { secret_name: 's' } });
    const broken = shared.emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });
    const failed = await (await command()).destroy(type, made);
    broken.remove();

    const { kept, said } = await refresh(type, failed.kept);

    expect([kept?.state.id, kept?.state.secret_id, said]).toEqual([
      made.state.id,
      null,
      expect.not.arrayContaining([NOT_LISTED]),
    ]);
  },
);
