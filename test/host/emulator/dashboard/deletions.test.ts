import { expect, test } from 'vitest';
import { Deletions } from '../../../../emulator/dashboard/deletions';
import { Epoch } from '../../../../emulator/domain/epoch';
import { Deletion } from '../../../../emulator/domain/objects/deletion';
import { bodyOf, PLAIN, startService } from '../domain/objects/support';

/** Deletions whose steps are taken when the test calls the next of `turns`. */
function stepByStep() {
  const turns: (() => void)[] = [];
  const logged: string[] = [];
  const deletions = new Deletions(
    (line) => logged.push(line),
    (run) => turns.push(run),
  );
  return { turns, logged, deletions };
}

/** A deletion of 600 objects whose next step is taken when the test says so. */
async function startDeletion() {
  const { objects, newBucket } = startService();
  const bucketId = newBucket();
  for (let n = 0; n < 600; n += 1) await objects.put({ bucketId, key: `${n}` }, PLAIN, bodyOf(''));
  const { turns, deletions } = stepByStep();
  const epoch = new Epoch();
  const deletion = new Deletion(objects, bucketId, { keys: [], prefixes: [''], upTo: objects.newestVersion() });
  const watched = deletions.start(deletion, { bucketId, epoch, name: 'b', total: 600, back: '/' });
  const turn = () => turns.shift()?.();
  return { deletions, watched, epoch, turn, turns, left: () => objects.usage(bucketId).objects };
}

type Started = Awaited<ReturnType<typeof startDeletion>>;

test.each<[title: string, end: (started: Started) => void, state: string | undefined]>([
  [
    'a deletion that is cancelled takes no further step',
    ({ deletions, watched }) => deletions.cancel(watched),
    'cancelled',
  ],
  ['a deletion takes no step after the emulator has stopped', ({ deletions }) => deletions.stop(), 'cancelled'],
  ['E12: a deletion takes no step after its epoch has ended, and is forgotten', ({ epoch }) => epoch.end(), undefined],
])('%s', async (_, end, state) => {
  const started = await startDeletion();
  const { deletions, watched, turn, turns, left } = started;

  turn();
  end(started);
  while (turns.length > 0) turn();

  expect(left()).toBe(350);
  expect(deletions.find(watched.id)?.state).toBe(state);
});

test('a deletion whose bucket is deleted meanwhile ends, and is no failure of the emulator', async () => {
  const { service, objects, newBucket, caller } = startService();
  const bucketId = newBucket();
  const { turns, logged, deletions } = stepByStep();
  const deletion = new Deletion(objects, bucketId, { keys: [], prefixes: [''], upTo: 0 });
  const watched = deletions.start(deletion, { bucketId, epoch: undefined, name: 'b', total: 1, back: '/' });

  await service.buckets.delete(caller, bucketId);
  for (const turn of turns) turn();

  expect(watched.state).toBe('failed');
  expect(logged).toEqual([]);
});

test('a deletion that fails is logged', () => {
  const { turns, logged, deletions } = stepByStep();
  const step = () => {
    throw new Error('canary');
  };
  const about = { bucketId: 'b', epoch: undefined, name: 'b', total: 1, back: '/' };
  const watched = deletions.start({ step } as unknown as Deletion, about);

  turns.shift()?.();

  expect(watched.state).toBe('failed');
  expect(logged).toEqual([expect.stringMatching(/^dashboard: Error: canary\n +at /)]);
});
