import { expect, test } from 'vitest';
import { outcomeOf } from '../../../../emulator/dashboard/deletions';
import { addDeletionPages } from '../../../../emulator/dashboard/object-deletion';
import { Epoch } from '../../../../emulator/domain/epoch';
import type { Deletion } from '../../../../emulator/domain/objects/deletion';
import { bodyOf, PLAIN, startService } from '../domain/objects/support';
import { outlineOf } from './outline';
import { openSite, stepByStep } from './site-support';

test.each([
  [0, 0, '0 objects were deleted.'],
  [1, 0, '1 object was deleted.'],
  [2, 1, '2 objects were deleted. 1 object came or changed after you were asked, and stays.'],
  [1_000, 2, '1,000 objects were deleted. 2 objects came or changed after you were asked, and stay.'],
])('of %i deleted and %i kept objects is said: %s', (deleted, kept, says) => {
  expect(outcomeOf({ deleted, kept } as Deletion)).toBe(says);
});

/** The pages of deletions of a bucket with this many objects, whose steps are taken when the test says so. */
async function openDeletions(count: number) {
  const { service, objects, newBucket, caller } = startService();
  const bucketId = newBucket();
  for (let n = 0; n < count; n += 1) await objects.put({ bucketId, key: `f/${n}` }, PLAIN, bodyOf(''));
  const { turns, logged, deletions } = stepByStep();
  const { ready, context, post } = openSite(caller, { service });
  const get = await ready((site) => addDeletionPages(site, context, deletions));
  const begin = async (...more: [string, string][]) => {
    const fields: [string, string][] = [['up_to', `${objects.newestVersion()}`], ['folder', ''], ...more];
    const { headers } = await post(`/buckets/${bucketId}/objects/delete`, fields);
    return `${headers.location}`.replace('/dashboard', '');
  };
  const shown = async (path: string) =>
    outlineOf((await get(path)).body)
      .replaceAll(bucketId, '{bucket}')
      .replaceAll(path, '{path}');
  return { service, caller, bucketId, turns, logged, get, post, begin, shown };
}

test('a deletion whose end is seen within four steps needs no page, one object more makes one', async () => {
  const few = await openDeletions(750);
  const many = await openDeletions(751);

  expect(await few.begin()).toBe(`/buckets/${few.bucketId}`);
  expect(await many.begin()).toMatch(/^\/deletions\/[\w-]{43}$/);
});

test('the page of a deletion shows how far it is, and how it ended', async () => {
  const { turns, begin, shown, get } = await openDeletions(1_300);
  const path = await begin(['prefix', 'f%2F']);

  const [running, { body }] = [await shown(path), await get(path)];
  turns.shift()?.();
  const next = await shown(path);
  for (let n = 0; n < 2; n += 1) turns.shift()?.();
  const done = await shown(path);

  const page = (value: number, says: string) =>
    `# Deleting objects of {bucket}\n<progress aria-label="Objects deleted" max="1300" value="${value}">\n${says}`;
  const more = `[Reload this page]({path}) to see how far it is.
<form action="/dashboard{path}/cancel">
<button plain>Cancel`;
  expect(running).toBe(page(1_000, `1,000 of 1,300 objects deleted\n${more}`));
  expect(body).toContain(`<div class="region" data-region="deletion" data-from="/dashboard${path}" data-every="500">`);
  expect(next).toBe(page(1_250, `1,250 of 1,300 objects deleted\n${more}`));
  expect(done).toBe(page(1_300, '1,300 objects were deleted.\n[Go on](/buckets/{bucket}?prefix=f%2F)'));
  expect((await get(path)).body).toContain(`data-from="/dashboard${path}">`);
  expect(turns).toEqual([]);
});

test('a deletion can be cancelled, and says what is left', async () => {
  const { turns, begin, shown, post } = await openDeletions(1_300);
  const path = await begin(['then', 'delete']);

  const { headers } = await post(`${path}/cancel`);
  turns.shift()?.();

  expect(headers.location).toBe(`/dashboard${path}`);
  expect(await shown(path)).toBe(`# Deleting objects of {bucket}
<progress aria-label="Objects deleted" max="1300" value="1000">
Cancelled. 1,000 objects were deleted. The others are still there.
[Go on](/buckets/{bucket}/delete)`);
});

test('100 deletions are remembered, and those that run', () => {
  const { deletions } = stepByStep();
  const about = { bucketId: 'b', epoch: undefined, name: 'b', total: 1, back: '/' };
  const deletion = { step: () => false } as Deletion;
  const first = deletions.start(deletion, about);
  const running = deletions.start(deletion, about);
  deletions.cancel(first);

  for (let n = 2; n < 100; n += 1) deletions.start(deletion, about);
  const remembered = deletions.find(first.id);
  deletions.start(deletion, about);

  expect(remembered).toBe(first);
  expect(deletions.find(first.id)).toBeUndefined();
  expect(deletions.find(running.id)?.state).toBe('running');
  deletions.stop();
  expect([running.state, first.state]).toEqual(['cancelled', 'cancelled']);
});

test('a deletion that has ended leaves its epoch', () => {
  const { turns, deletions } = stepByStep();
  const epoch = new Epoch();
  const watched = deletions.start({ step: () => false } as Deletion, {
    ...{ bucketId: 'b', epoch, name: 'b', total: 1, back: '/' },
  });

  turns.shift()?.();
  epoch.end();

  expect(watched.state).toBe('done');
});

test.each([
  [new Error('canary'), /^dashboard: Error: canary\n +at /],
  ['canary', /^dashboard: canary$/],
])('a deletion that fails by %s is logged', (thrown, line) => {
  const { turns, logged, deletions } = stepByStep();
  const step = () => {
    throw thrown;
  };
  const about = { bucketId: 'b', epoch: undefined, name: 'b', total: 1, back: '/' };
  const watched = deletions.start({ step } as unknown as Deletion, about);

  turns.shift()?.();

  expect(watched.state).toBe('failed');
  expect(logged).toEqual([expect.stringMatching(line)]);
});
