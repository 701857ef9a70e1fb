import { expect, test } from 'vitest';
import { addDeletionPages } from '../../../../emulator/dashboard/object-deletion';
import { Epoch } from '../../../../emulator/domain/epoch';
import type { Deletion } from '../../../../emulator/domain/objects/deletion';
import { bodyOf, PLAIN, startService } from '../domain/objects/support';
import { openSite, stepByStep } from './site-support';

/** A bucket with this many objects, whose deletion makes no step by itself. */
async function openDeletions(count: number) {
  const { service, objects, newBucket, caller } = startService();
  const bucketId = newBucket();
  for (let n = 0; n < count; n += 1) await objects.put({ bucketId, key: `f/${n}` }, PLAIN, bodyOf(''));
  const { deletions } = stepByStep();
  const { ready, context, post } = openSite(caller, { service });
  await ready((site) => addDeletionPages(site, context, deletions));
  return {
    bucketId,
    async begin() {
      const fields: [string, string][] = [
        ['up_to', `${objects.newestVersion()}`],
        ['folder', ''],
      ];
      const { headers } = await post(`/buckets/${bucketId}/objects/delete`, fields);
      return `${headers.location}`.replace('/dashboard', '');
    },
  };
}

test('a deletion whose end is seen within four steps needs no page, one object more makes one', async () => {
  const few = await openDeletions(750);
  const many = await openDeletions(751);

  expect(await few.begin()).toBe(`/buckets/${few.bucketId}`);
  expect(await many.begin()).toMatch(/^\/deletions\/[\w-]{43}$/);
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
