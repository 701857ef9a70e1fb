import { describe, expect, test } from 'vitest';
import { SharedList } from '../../../provider/client/shared-list';
import { bytes, failureOf, startService, TestTime } from './fixture';

interface Item {
  readonly id: string;
}

/** A shared list whose fetches the test answers by hand. */
function handFed() {
  const time = new TestTime();
  const fetches: { answer: (...ids: string[]) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const list = new SharedList<Item>(
    time,
    (signal) =>
      new Promise((resolve, reject) => {
        fetches.push({ answer: (...ids) => resolve(ids.map((id) => ({ id }))), fail: reject, signal });
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    () => new Error('cancelled'),
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
    const readers = [failureOf(list.read(one.signal)), failureOf(list.read(other.signal))];

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
  test('what a search does not find is looked for in a second list, whose answer counts', async () => {
    const { list, fetched, fetches } = handFed();
    const isB = ({ id }: Item) => id === 'b';

    const late = list.search(isB);
    (await fetched(0))?.answer('a');
    (await fetched(1))?.answer('a', 'b');
    const again = list.search(isB);

    expect(await late).toEqual([{ id: 'b' }]);
    expect(await again).toEqual([{ id: 'b' }]);
    expect(fetches).toHaveLength(2);
  });

  test('two lists that agree answer every search for what neither has', async () => {
    const { list, fetched, fetches } = handFed();
    const first = list.search(({ id }) => id === 'b');
    (await fetched(0))?.answer('a');
    (await fetched(1))?.answer('a');

    expect(await first).toEqual([]);
    expect(await list.search(({ id }) => id === 'c')).toEqual([]);
    expect(fetches).toHaveLength(2);
  });

  test('a second list, begun after the first ended, must agree', async () => {
    const { list, fetched } = handFed();

    const found = list.find('a');
    (await fetched(0)).answer();
    (await fetched(1)).answer('a');

    expect(await found).toEqual({ id: 'a' });
  });

  test('all who miss something share the second list, whenever they ask', async () => {
    const { list, fetches, fetched } = handFed();
    const finds = [list.find('a'), list.find('b'), list.find('c')];
    (await fetched(0)).answer('a');
    (await fetched(1)).answer('a');
    const together = await Promise.all(finds);

    const later = [await list.find('d'), await list.find('a'), await list.find('b')];

    expect(together).toEqual([{ id: 'a' }, undefined, undefined]);
    expect(later).toEqual([undefined, { id: 'a' }, undefined]);
    expect(fetches).toHaveLength(2);
  });

  test('what one of the two last lists had is looked for once more', async () => {
    const { list, fetched } = handFed();
    const first = list.find('x');
    (await fetched(0)).answer('a');
    (await fetched(1)).answer();
    await first;

    const found = list.find('a');
    (await fetched(2)).answer('a');

    expect(await found).toEqual({ id: 'a' });
  });

  test('a list from before a write of ours confirms nothing', async () => {
    const { list, fetches, fetched } = handFed();
    const first = list.find('x');
    (await fetched(0)).answer();
    (await fetched(1)).answer();
    await first;
    await list.write(async () => {});

    const found = list.find('x');
    (await fetched(2)).answer();
    (await fetched(3)).answer();

    expect(await found).toBeUndefined();
    expect(fetches).toHaveLength(4);
  });

  test('an object that flickers in the lists is found', async () => {
    const { client, projectId } = await startService({ lag: { recordFlaps: 1 } });
    const { id } = await client.secrets.create({ projectId, name: 'db', value: bytes('x') });
    await client.secrets.list();
    await client.secrets.update({ id, name: 'db', value: bytes('y') });

    expect(await client.secrets.find(id)).toMatchObject({ id });
  });
});
