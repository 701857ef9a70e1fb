import { expect, test } from 'vitest';
import { LostCreateLists } from '../../../../../provider/client/creates/lost-create-lists';
import { handFed, idsOf } from '../lists/hand-fed-list';

interface Sleep {
  readonly ms: number;
  readonly end: () => void;
  readonly signal: AbortSignal | undefined;
}

/** Lists of searches over one list; the test controls fetches, clock and sleeps. */
function handFedLists() {
  const { list, fetches, fetched } = handFed();
  const sleeps: Sleep[] = [];
  let nowMs = 0;
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((end, reject) => {
      sleeps.push({ ms, end, signal });
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const lists = new LostCreateLists({ now: () => nowMs, sleep }, list);
  const pass = async (ms: number) => {
    nowMs += ms;
    await new Promise((resolve) => setImmediate(resolve));
  };
  const sleepsMs = () => sleeps.map(({ ms }) => ms);
  return { lists, sleeps, sleepsMs, pass, fetches, fetched };
}

test('all waiting searches share the list that begins when the first of them is due', async () => {
  const { lists, sleeps, sleepsMs, pass, fetches, fetched } = handFedLists();
  const first = lists.listing(1_000, undefined);
  const together = lists.listing(1_000, undefined);
  await pass(400);
  const later = lists.listing(600, undefined);
  await pass(600);
  sleeps[0]?.end();
  (await fetched(0))?.response('a');

  expect(await Promise.all([first, together, later].map(idsOf))).toEqual([['a'], ['a'], ['a']]);
  expect(sleepsMs()).toEqual([1_000]);
  expect(fetches).toHaveLength(1);
});

test('a search with a shorter wait does not wait for the others', async () => {
  const { lists, sleeps, sleepsMs, pass, fetched } = handFedLists();
  const patient = lists.listing(1_000, undefined);
  await pass(0);
  const urgent = lists.listing(999, undefined);
  await pass(999);
  expect(sleepsMs()).toEqual([1_000, 999]);

  sleeps[1]?.end();
  (await fetched(0))?.response('a');
  expect(await idsOf(urgent)).toEqual(['a']);
  sleeps[0]?.end();
  (await fetched(1))?.response('a', 'b');
  expect(await idsOf(patient)).toEqual(['a', 'b']);
});

test('a list that has begun does not serve later searches', async () => {
  const { lists, fetched } = handFedLists();
  const before = lists.listing(0, undefined);
  const begun = await fetched(0);
  const after = lists.listing(0, undefined);
  begun?.response('a');
  (await fetched(1))?.response('a', 'b');

  expect(await idsOf(before)).toEqual(['a']);
  expect(await idsOf(after)).toEqual(['a', 'b']);
});

test('the wait continues until the last search is interrupted, and the next search gets a wait of its own', async () => {
  const { lists, sleeps, sleepsMs, pass, fetches, fetched } = handFedLists();
  const [one, other] = [new AbortController(), new AbortController()];
  const outcomes = [one, other].map(({ signal }) => lists.listing(1_000, signal).catch((reason: unknown) => reason));
  await pass(0);

  one.abort('first');
  expect(await outcomes[0]).toBe('first');
  expect(sleeps[0]?.signal?.aborted).toBe(false);
  other.abort('second');
  expect(await outcomes[1]).toBe('second');
  expect(sleeps[0]?.signal?.aborted).toBe(true);

  const next = lists.listing(2_000, undefined);
  await pass(2_000);
  sleeps[1]?.end();
  (await fetched(0))?.response('a');
  expect(await idsOf(next)).toEqual(['a']);
  expect(sleepsMs()).toEqual([1_000, 2_000]);
  expect(fetches).toHaveLength(1);
});

test('a search that ends does not cancel the next list for the others', async () => {
  const { lists, sleeps, sleepsMs, pass, fetches, fetched } = handFedLists();
  const interrupted = new AbortController();
  const patient = lists.listing(1_000, interrupted.signal).catch((reason: unknown) => reason);
  const urgent = lists.listing(500, undefined);
  await pass(0);

  interrupted.abort('over');
  expect(await patient).toBe('over');
  const shared = lists.listing(500, undefined);
  await pass(500);
  sleeps[1]?.end();
  (await fetched(0))?.response('a');

  expect(await Promise.all([urgent, shared].map(idsOf))).toEqual([['a'], ['a']]);
  expect(sleepsMs()).toEqual([1_000, 500]);
  expect(fetches).toHaveLength(1);
});

test('a list in flight ends with the last search that waits for it', async () => {
  const { lists, fetched } = handFedLists();
  const interrupted = new AbortController();
  const outcome = lists.listing(0, interrupted.signal).catch((reason: unknown) => reason);
  const fetch = await fetched(0);

  interrupted.abort('over');

  expect(await outcome).toBe('over');
  await expect.poll(() => fetch?.signal.aborted).toBe(true);
});

test('a search that is interrupted before it begins reads nothing', async () => {
  const { lists, sleeps, pass, fetches } = handFedLists();

  await expect(lists.listing(0, AbortSignal.abort('over'))).rejects.toBe('over');
  await pass(0);

  expect([sleeps, fetches]).toEqual([[], []]);
});
