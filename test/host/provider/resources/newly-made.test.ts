import { beforeEach, describe, expect, it } from 'vitest';
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

  it.each([['and the next plan recreates it after the usual lists', 40, 4]])(
    'P7: is an error that says so, %s',
    async (_what, deniedAfter, tookSeconds) => {
      const denied = await deniedAt(deniedAfter * SECOND);

      atAge(MINUTE);

      expect(await refresh(type, denied)).toMatchObject({ kept: null, lists: 3, tookMs: tookSeconds * SECOND });
    },
  );

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

  it('P7: a list with the previous key does not end the grace of the current one', async () => {
    const kept = await rotated();
    const { current, previous } = slots(kept);
    hide(PLAIN, [current]);

    const first = await refresh(ROTATING, kept);
    const second = await refresh(ROTATING, first.kept);

    expect(slots(second.kept)).toEqual({ current, previous });
    expect(second.said).toEqual([NOT_LISTED]);
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
