import { expect, test } from 'vitest';
import { Turns } from '../../../../../provider/client/creates/turns';
import { failureOf } from '../story-parts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that records when it starts, and ends on command. */
function startWork(turns: Turns) {
  const events: string[] = [];
  const doors = new Map<string, () => void>();
  const take = (name: string, place: string, content: string, signal?: AbortSignal) =>
    turns.take(
      place,
      content,
      async () => {
        events.push(name);
        await new Promise<void>((resolve) => doors.set(name, resolve));
      },
      signal,
    );
  const finish = async (name: string) => {
    doors.get(name)?.();
    await turn();
  };
  return { events, take, finish };
}

test('P3: work with equal content runs concurrently, other work one after another, in the order it came', async () => {
  const { events, take, finish } = startWork(new Turns('createSecret'));
  const all = [
    take('a1', 'p', 'a'),
    take('a2', 'p', 'a'),
    take('b1', 'p', 'b'),
    take('a3', 'p', 'a'),
    take('q', 'q', 'b'),
  ];
  await turn();

  const seen = [events.join()];
  for (const name of ['a1', 'a2', 'b1', 'a3', 'q']) {
    await finish(name);
    seen.push(events.join());
  }
  await Promise.all(all);

  expect(seen).toEqual(['a1,a2,q', 'a1,a2,q', 'a1,a2,q,b1', 'a1,a2,q,b1,a3', 'a1,a2,q,b1,a3', 'a1,a2,q,b1,a3']);
});

test('continues after failed work, and skips work that was cancelled while it waited', async () => {
  const turns = new Turns('createSecret');
  const { events, take, finish } = startWork(turns);
  const controller = new AbortController();
  const first = take('first', 'p', 'a');
  const cancelled = failureOf(take('cancelled', 'p', 'b', controller.signal));
  const third = take('third', 'p', 'c');
  await turn();

  controller.abort();
  const error = await cancelled;
  await finish('first');
  await finish('third');
  await Promise.all([first, third]);
  const failed = failureOf(turns.take('p', 'd', () => Promise.reject(new Error('no'))));

  expect((await failed).message).toBe('no');
  expect(await turns.take('p', 'e', async () => 'yes')).toBe('yes');
  expect(error).toMatchObject({ name: 'CancelledError', mayHaveTakenEffect: false });
  expect(events).toEqual(['first', 'third']);
});
