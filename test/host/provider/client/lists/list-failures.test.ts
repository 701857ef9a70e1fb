import { describe, expect, test } from 'vitest';
import { handFed } from '../../../../unit/provider/client/lists/hand-fed-list';
import { failureOf } from '../fixture';

const BEFORE = 'the list has failed a moment ago';

/** A read during a refresh with this time limit, and its outcome: the record, or the message of the error. */
function readWithin({ list, time }: ReturnType<typeof handFed>, ms: number) {
  const over = new AbortController();
  const found = list.find('a', { refreshing: true, signal: over.signal, deadlineMs: time.now() + ms });
  const outcome = found.catch(({ message }: Error) => message);
  return { ring: () => over.abort(new DOMException('over', 'TimeoutError')), outcome };
}

describe('P39: a list that failed', () => {
  test('is reported by one refresh, and rejects the others for 30 seconds', async () => {
    const { list, fetches, time } = handFed();
    const refresh = () => failureOf(list.find('a', { refreshing: true }));
    const together = [refresh(), refresh(), refresh()];
    fetches[0]?.fail(new Error('broken'));
    const names = (await Promise.all(together)).map(({ message }) => message);

    time.advance(29_999);
    const later = await refresh();

    expect(names).toEqual(['broken', BEFORE, BEFORE]);
    expect(later.name).toBe('ListFailedBeforeError');
    expect(fetches).toHaveLength(1);
  });

  test.each([
    ['after the clock was set back', -1_000],
    ['after 30 seconds', 30_000],
  ])('is read again %s', async (_when, ms) => {
    const { list, fetches, time } = handFed();
    const first = failureOf(list.find('a', { refreshing: true }));
    fetches[0]?.fail(new Error('broken'));
    await first;
    time.advance(ms);

    const found = list.find('a', { refreshing: true });
    fetches[1]?.response('a');

    expect(await found).toEqual({ id: 'a' });
  });

  test('is read again for every other call, and its result then serves refreshes again', async () => {
    const { list, fetches } = handFed();
    const refresh = failureOf(list.find('a', { refreshing: true }));
    fetches[0]?.fail(new Error('broken'));
    await refresh;
    const others = [failureOf(list.list()), failureOf(list.find('a')), failureOf(list.find('b'))];
    fetches[1]?.fail(new Error('broken again'));
    expect((await Promise.all(others)).map(({ message }) => message)).toEqual(Array(3).fill('broken again'));

    const third = list.list();
    fetches[2]?.response('a');
    await third;

    expect(await list.find('a', { refreshing: true })).toEqual({ id: 'a' });
  });

  test('that does not arrive in time is reported by one refresh, and rejects those with no more time', async () => {
    const fed = handFed();
    const { fetches, time } = fed;
    const within = (ms: number) => readWithin(fed, ms);
    const early = [within(1_000), within(1_000)];
    const patient = within(60_000);
    time.advance(1_000);
    for (const { ring } of early) ring();
    const told = await Promise.all(early.map(({ outcome }) => outcome));

    const next = await within(1_000).outcome;
    const unhurried = within(30_000);
    fetches[0]?.response('a');

    expect([...told, next]).toEqual(['cancelled', BEFORE, BEFORE]);
    expect([await patient.outcome, await unhurried.outcome]).toEqual([{ id: 'a' }, { id: 'a' }]);
    expect(await within(1_000).outcome).toEqual({ id: 'a' });
    expect(fetches).toHaveLength(1);
  });
});
