import { describe, expect, test } from 'vitest';
import { handFed, idsOf } from '../../../../unit/provider/client/lists/hand-fed-list';
import { bytes, failureOf, startService } from '../fixture';

describe('P6: one shared list', () => {
  test('serves all readers while it is in flight, and for 30 seconds', async () => {
    const { list, time, fetches } = handFed();
    const first = list.read();
    const second = list.read();
    fetches[0]?.response('a');
    await first;
    time.advance(30_000);

    expect(await idsOf(second)).toEqual(['a']);
    expect(await idsOf(list.read())).toEqual(['a']);
    expect(fetches).toHaveLength(1);
  });

  test.each([
    ['when it is older', ({ time }) => time.advance(30_001)],
    ['when the clock was set back, because its age is unknown', ({ time }) => time.advance(-1)],
    ['after a write of ours', ({ list }) => list.write(async () => {})],
  ] as [string, (fed: ReturnType<typeof handFed>) => unknown][])('is read again %s', async (_when, happens) => {
    const fed = handFed();
    const { list, fetches } = fed;
    const first = list.read();
    fetches[0]?.response('a');
    await first;
    await happens(fed);

    const second = list.read();
    fetches[1]?.response('b');

    expect(await idsOf(second)).toEqual(['b']);
  });

  test('that began before a write ended never serves a read after it', async () => {
    const { list, fetched } = handFed();
    const before = list.read();
    await list.write(async () => {});

    const after = list.read();
    (await fetched(0)).response('old');
    (await fetched(1)).response('new');

    expect(await idsOf(before)).toEqual(['old']);
    expect(await idsOf(after)).toEqual(['new']);
  });

  test('is in flight only once: readers that need a later one share the next', async () => {
    const { list, fetches, fetched } = handFed();
    const before = list.read();
    await list.write(async () => {});
    const after = [list.read(), list.readAfter(), list.read()];
    const during = fetches.length;

    (await fetched(0)).response('old');
    (await fetched(1)).response('new');

    await before;
    expect(await Promise.all(after.map(idsOf))).toEqual([['new'], ['new'], ['new']]);
    expect(during).toBe(1);
    expect(fetches).toHaveLength(2);
  });

  test('is cancelled when the last waiting reader has left', async () => {
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

  test('is one request for 300 concurrent finds', async () => {
    const { client, emulator, projectId } = await startService();
    const names = Array.from({ length: 300 }, (_, index) => `name-${index}`);
    const made = await Promise.all(names.map((name) => client.secrets.create({ projectId, name, value: bytes('x') })));
    emulator.journal.clear();

    const found = await Promise.all(made.map(({ id }) => client.secrets.find(id)));

    expect(found.map((record) => record?.name)).toEqual(names);
    expect(emulator.journal.count()).toBe(1);
  });
});
