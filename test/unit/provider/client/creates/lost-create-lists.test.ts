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
