import { describe, expect, test } from 'vitest';
import { SharedList } from '../../../provider/client/shared-list';
import { bytes, failureOf, startService, TestTime } from './fixture';

interface Item {
  readonly id: string;
}

/** A shared list whose fetches the test answers by hand. */
function handFed(confirmationMs = 4_000) {
  const time = new TestTime();
  const fetches: { answer: (...ids: string[]) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const list = new SharedList<Item>(
    time,
    (signal) =>
      new Promise((resolve, reject) => {
        fetches.push({
          answer: (...ids) => resolve({ records: ids.map((id) => ({ id })), notices: [] }),
          fail: reject,
          signal,
        });
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    () => new Error('cancelled'),
    confirmationMs,
  );
  const fetched = async (index: number) => {
    while (fetches[index] === undefined) await new Promise((resolve) => setImmediate(resolve));
    return fetches[index];
  };
  return { list, time, fetches, fetched };
}

const idsOf = async (listing: Promise<{ records: readonly Item[] }>) => (await listing).records.map(({ id }) => id);

describe('P6: one shared list', () => {
  test('answers all who ask while it is on its way, and for 30 seconds', async () => {
    const { list, time, fetches } = handFed();
    const first = list.read();
    const second = list.read();
    fetches[0]?.answer('a');
    await first;
    time.advance(30_000);

    expect(await idsOf(second)).toEqual(['a']);
    expect(await idsOf(list.read())).toEqual(['a']);
    expect(fetches).toHaveLength(1);
  });

  test('is read anew when it is older', async () => {
    const { list, time, fetches } = handFed();
    const first = list.read();
    fetches[0]?.answer('a');
    await first;
    time.advance(30_001);

    const second = list.read();
    fetches[1]?.answer('b');

    expect(await idsOf(second)).toEqual(['b']);
  });

  test('is read anew after a write of ours', async () => {
    const { list, fetches } = handFed();
    const first = list.read();
    fetches[0]?.answer('a');
    await first;
    await list.write(async () => {});

    const second = list.read();
    fetches[1]?.answer('b');

    expect(await idsOf(second)).toEqual(['b']);
  });

  test('that began before a write ended never answers a read after it', async () => {
    const { list, fetched } = handFed();
    const before = list.read();
    await list.write(async () => {});

    const after = list.read();
    (await fetched(0)).answer('old');
    (await fetched(1)).answer('new');

    expect(await idsOf(before)).toEqual(['old']);
    expect(await idsOf(after)).toEqual(['new']);
  });

  test('is on its way once only: all who need a later one share the next', async () => {
    const { list, fetches, fetched } = handFed();
    const before = list.read();
    await list.write(async () => {});
    const after = [list.read(), list.readAfter(), list.read()];
    const during = fetches.length;

    (await fetched(0)).answer('old');
    (await fetched(1)).answer('new');

    await before;
    expect(await Promise.all(after.map(idsOf))).toEqual([['new'], ['new'], ['new']]);
    expect(during).toBe(1);
    expect(fetches).toHaveLength(2);
  });

  test('that fails answers those who wait with its error, and nobody later', async () => {
    const { list, fetches } = handFed();
    const first = failureOf(list.read());
    const second = failureOf(list.read());
    fetches[0]?.fail(new Error('broken'));
    await first;

    const third = list.read();
    fetches[1]?.answer('a');

    expect((await second).message).toBe('broken');
    expect(await idsOf(third)).toEqual(['a']);
  });

  test('is cancelled when the last of those who wait has gone', async () => {
    const { list, fetches } = handFed();
    const [one, other] = [new AbortController(), new AbortController()];
    const readers = [failureOf(list.read(one)), failureOf(list.read(other))];

    one.abort();
    await readers[0];
    const stillOn = fetches[0]?.signal.aborted;
    other.abort();
    await readers[1];

    expect(stillOn).toBe(false);
    expect(fetches[0]?.signal.aborted).toBe(true);
  });

  test('of 300 finds at the same time is one request', async () => {
    const { client, emulator, projectId } = await startService();
    const names = Array.from({ length: 300 }, (_, index) => `name-${index}`);
    const made = await Promise.all(names.map((name) => client.secrets.create({ projectId, name, value: bytes('x') })));
    emulator.journal.clear();

    const found = await Promise.all(made.map(({ id }) => client.secrets.find(id)));

    expect(found.map((record) => record?.name)).toEqual(names);
    expect(emulator.journal.count()).toBe(1);
  });
});

describe('P7: missing once is not yet gone', () => {
  test('a second list a second later and a third three seconds after that must agree', async () => {
    const { list, fetched, time } = handFed();
    const found = list.find('a');
    (await fetched(0)).answer('b');
    (await fetched(1)).answer('b');
    (await fetched(2)).answer('b');

    expect(await found).toBeUndefined();
    expect(time.slept).toEqual([1_000, 3_000]);
  });

  test.each([1, 2])('what list %i after the first one shows is there', async (last) => {
    const { list, fetched, fetches } = handFed();
    const found = list.find('a');
    for (let index = 0; index < last; index += 1) (await fetched(index)).answer('b');
    (await fetched(last)).answer('a');

    expect(await found).toEqual({ id: 'a' });
    expect(fetches).toHaveLength(last + 1);
  });

  test('another confirmation time keeps the proportion', async () => {
    const { list, fetched, time } = handFed(400);
    const found = list.find('a');
    for (let index = 0; index < 3; index += 1) (await fetched(index)).answer();

    expect(await found).toBeUndefined();
    expect(time.slept).toEqual([100, 300]);
  });

  test('without a confirmation time the first list is taken at its word', async () => {
    const { list, fetched, fetches } = handFed(0);
    const found = list.find('a');
    (await fetched(0)).answer();

    expect(await found).toBeUndefined();
    expect(fetches).toHaveLength(1);
  });

  test('a search for what has no id of ours takes one list', async () => {
    const { list, fetched, fetches } = handFed();
    const found = list.search(({ id }) => id === 'b');
    (await fetched(0)).answer('a');

    expect(await found).toEqual([]);
    expect(fetches).toHaveLength(1);
  });

  test('all who miss something share the further lists, whenever they ask', async () => {
    const { list, fetches, fetched } = handFed();
    const finds = [list.find('a'), list.find('b'), list.find('c')];
    for (let index = 0; index < 3; index += 1) (await fetched(index)).answer('a');
    const together = await Promise.all(finds);

    const later = [await list.find('d'), await list.find('a'), await list.find('b')];

    expect(together).toEqual([{ id: 'a' }, undefined, undefined]);
    expect(later).toEqual([undefined, { id: 'a' }, undefined]);
    expect(fetches).toHaveLength(3);
  });

  test('who asks while they are on their way shares them, too', async () => {
    const { list, fetches, fetched } = handFed();
    const first = list.find('b');
    (await fetched(0)).answer('a');
    await fetched(1);
    const second = list.find('c');
    (await fetched(1)).answer('a');
    (await fetched(2)).answer('a');

    expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
    expect(fetches).toHaveLength(3);
  });

  test('what one of the last lists had is looked for once more', async () => {
    const { list, fetched } = handFed();
    const first = list.find('x');
    (await fetched(0)).answer('a');
    (await fetched(1)).answer();
    (await fetched(2)).answer();
    await first;

    const found = list.find('a');
    (await fetched(3)).answer('a');

    expect(await found).toEqual({ id: 'a' });
  });

  test('a list from before a write of ours confirms nothing', async () => {
    const { list, fetches, fetched } = handFed();
    const first = list.find('x');
    for (let index = 0; index < 3; index += 1) (await fetched(index)).answer();
    await first;
    await list.write(async () => {});

    const found = list.find('x');
    for (let index = 3; index < 6; index += 1) (await fetched(index)).answer();

    expect(await found).toBeUndefined();
    expect(fetches).toHaveLength(6);
  });

  test('what this process has deleted needs no second look', async () => {
    const { list, fetched, fetches } = handFed();
    await list.delete('a', async () => {});

    const found = list.find('a');
    (await fetched(0)).answer();

    expect(await found).toBeUndefined();
    expect(fetches).toHaveLength(1);
  });

  test('the further lists are cancelled when the last of those who wait has gone', async () => {
    const { list, fetched, fetches } = handFed();
    const reader = new AbortController();
    const found = failureOf(list.find('a', { signal: reader.signal }));
    (await fetched(0)).answer();
    await fetched(1);

    reader.abort();

    expect((await found).message).toBe('cancelled');
    await expect.poll(() => fetches[1]?.signal.aborted).toBe(true);
  });

  test('a list that fails while it is to confirm is an error, and the next one begins anew', async () => {
    const { list, fetched } = handFed();
    const found = failureOf(list.find('a'));
    (await fetched(0)).answer();
    (await fetched(1)).fail(new Error('broken'));
    expect((await found).message).toBe('broken');

    const again = list.find('a');
    (await fetched(2)).answer('a');

    expect(await again).toEqual({ id: 'a' });
  });

  test('for a deletion that found nothing, lists from before other deletions count', async () => {
    const { list, fetched, fetches } = handFed();
    const first = list.isGone('a');
    for (let index = 0; index < 3; index += 1) (await fetched(index)).answer('c');
    expect(await first).toBe(true);
    await list.delete('c', async () => {});

    expect(await list.isGone('b')).toBe(true);
    expect(fetches).toHaveLength(3);
  });

  test('for a deletion that found nothing, a newer list shows that it is there', async () => {
    const { list, fetched } = handFed();
    const first = list.read();
    (await fetched(0)).answer('a');
    await first;

    const gone = list.isGone('a');
    (await fetched(1)).answer('a');

    expect(await gone).toBe(false);
  });

  test('an object that flickers in the lists is found', async () => {
    const { client, projectId } = await startService({ lag: { recordFlaps: 1 } });
    const { id } = await client.secrets.create({ projectId, name: 'db', value: bytes('x') });
    await client.secrets.list();
    await client.secrets.update({ id, name: 'db', value: bytes('y') });

    expect(await client.secrets.find(id)).toMatchObject({ id });
  });
});

describe('P39: one list that failed', () => {
  test('is told to one refresh, and answers the others for 30 seconds', async () => {
    const { list, fetches, time } = handFed();
    const refresh = () => failureOf(list.find('a', { refreshing: true }));
    const together = [refresh(), refresh(), refresh()];
    fetches[0]?.fail(new Error('broken'));
    const names = (await Promise.all(together)).map(({ message }) => message);

    time.advance(29_999);
    const later = await refresh();

    expect(names).toEqual(['broken', 'the list has failed a moment ago', 'the list has failed a moment ago']);
    expect(later.name).toBe('ListFailedBeforeError');
    expect(fetches).toHaveLength(1);
  });

  test('is read anew after 30 seconds', async () => {
    const { list, fetches, time } = handFed();
    const first = failureOf(list.find('a', { refreshing: true }));
    fetches[0]?.fail(new Error('broken'));
    await first;
    time.advance(30_000);

    const found = list.find('a', { refreshing: true });
    fetches[1]?.answer('a');

    expect(await found).toEqual({ id: 'a' });
  });

  test('is read anew for every other call, and what it shows then serves refreshes again', async () => {
    const { list, fetches } = handFed();
    const refresh = failureOf(list.find('a', { refreshing: true }));
    fetches[0]?.fail(new Error('broken'));
    await refresh;
    const other = failureOf(list.list());
    fetches[1]?.fail(new Error('broken again'));
    expect((await other).message).toBe('broken again');

    const third = list.list();
    fetches[2]?.answer('a');
    await third;

    expect(await list.find('a', { refreshing: true })).toEqual({ id: 'a' });
  });
});
