import { describe, expect, test } from 'vitest';
import { handFed } from '../../../../unit/provider/client/lists/hand-fed-list';

describe('P7: an object that one list misses is not gone yet', () => {
  test('a second list one second later and a third three seconds after that must agree', async () => {
    const { list, fetched, time } = handFed();
    const found = list.find('a');
    (await fetched(0)).response('b');
    (await fetched(1)).response('b');
    (await fetched(2)).response('b');

    expect(await found).toBeUndefined();
    expect(time.slept).toEqual([1_000, 3_000]);
  });

  test.each([1, 2])('an object that list %i after the first one shows exists', async (last) => {
    const { list, fetched, fetches } = handFed();
    const found = list.find('a');
    for (let index = 0; index < last; index += 1) (await fetched(index)).response('b');
    (await fetched(last)).response('a');

    expect(await found).toEqual({ id: 'a' });
    expect(fetches).toHaveLength(last + 1);
  });

  test('another confirmation time keeps the proportions', async () => {
    const { list, fetched, time } = handFed(400);
    const found = list.find('a');
    for (let index = 0; index < 3; index += 1) (await fetched(index)).response();

    expect(await found).toBeUndefined();
    expect(time.slept).toEqual([100, 300]);
  });

  test('readers of missing objects share the further lists, whenever they begin', async () => {
    const { list, fetches, fetched } = handFed();
    const finds = [list.find('a'), list.find('b'), list.find('c')];
    for (let index = 0; index < 3; index += 1) (await fetched(index)).response('a');
    const together = await Promise.all(finds);

    const later = [await list.find('d'), await list.find('a'), await list.find('b')];

    expect(together).toEqual([{ id: 'a' }, undefined, undefined]);
    expect(later).toEqual([undefined, { id: 'a' }, undefined]);
    expect(fetches).toHaveLength(3);
  });

  test('a list from before a write of ours confirms nothing', async () => {
    const { list, fetches, fetched } = handFed();
    const first = list.find('x');
    for (let index = 0; index < 3; index += 1) (await fetched(index)).response();
    await first;
    await list.write(async () => {});

    const found = list.find('x');
    for (let index = 3; index < 6; index += 1) (await fetched(index)).response();

    expect(await found).toBeUndefined();
    expect(fetches).toHaveLength(6);
  });

  test('an object that this process has deleted needs no confirmation', async () => {
    const { list, fetched, fetches } = handFed();
    await list.delete('a', async () => {});

    const found = list.find('a');
    (await fetched(0)).response();

    expect(await found).toBeUndefined();
    expect(fetches).toHaveLength(1);
  });

  test('for a deletion that found nothing, lists from before other deletions count', async () => {
    const { list, fetched, fetches } = handFed();
    const first = list.isGone('a');
    for (let index = 0; index < 3; index += 1) (await fetched(index)).response('c');
    expect(await first).toBe(true);
    await list.delete('c', async () => {});

    expect(await list.isGone('b')).toBe(true);
    expect(fetches).toHaveLength(3);
  });

  test('for a deletion that found nothing, a list from before a create does not count', async () => {
    const { list, fetches } = handFed(0);
    const first = list.isGone('a');
    fetches[0]?.response();
    expect(await first).toBe(true);
    await list.write(async () => {});

    const gone = list.isGone('a');
    fetches[1]?.response();

    expect(await gone).toBe(true);
    expect(fetches).toHaveLength(2);
  });

  test('for a deletion that found nothing, a newer list shows that the object exists', async () => {
    const { list, fetched } = handFed();
    const first = list.read();
    (await fetched(0)).response('a');
    await first;

    const gone = list.isGone('a');
    (await fetched(1)).response('a');

    expect(await gone).toBe(false);
  });
});
