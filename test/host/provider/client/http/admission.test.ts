import { expect, test } from 'vitest';
import { Admission, type Ageing, type Applicant } from '../../../../../provider/client/http/admission';
import { applicant, inTurn } from '../fixture';
import { VirtualTime } from '../virtual-time';

/** An admission on a clock of its own, and what was admitted when, in milliseconds from the beginning. */
function start(size = 16) {
  const time = new VirtualTime();
  const began = time.now();
  const told: number[] = [];
  const admission = new Admission(size, { ...time, random: () => 0 }, (perSecond) => told.push(perSecond));
  const admitted: [name: string, atMs: number][] = [];
  /** Applies; the request takes so long, and holds the run that it was admitted in. */
  const apply = (name: string, more: Partial<Applicant> = {}, tookMs = 0) =>
    inTurn(
      admission,
      async (run) => {
        admitted.push([name, time.now() - began]);
        if (tookMs > 0) await time.sleep(tookMs);
        return run;
      },
      applicant(more),
    );
  return { time, began, admission, admitted, apply, told };
}

test('admits a limited number at the same time, the others in the order they came', async () => {
  const { time, apply, admitted } = start(2);

  await time.run(Promise.all([apply('a', {}, 30), apply('b', {}, 10), apply('c', {}, 10), apply('d', {}, 10)]));

  expect(admitted).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 10],
    ['d', 20],
  ]);
});

test('a pause delays all requests, and a second pause those that already wait', async () => {
  const { time, admission, apply, admitted } = start();
  admission.pause(1_000, 0);
  const waiting = apply('a');
  admission.pause(5_000, 0);

  await time.run(waiting);

  expect(admitted).toEqual([['a', 5_000]]);
});

test('P47: the accepted number of a burst is the rate of the following seconds, and is reported once', async () => {
  const { time, admission, apply, admitted, told } = start();
  const burst = Array.from({ length: 10 }, (_, index) => apply(`${index}`));
  for (const run of await Promise.all(burst.slice(0, 2))) admission.pace.accept(run);
  for (const run of await Promise.all(burst.slice(2))) admission.pause(1_000, run);

  await time.run(Promise.all(Array.from({ length: 6 }, (_, index) => apply(`${10 + index}`))));

  const atMs = admitted.slice(10).map(([, ms]) => Math.round(ms));
  expect(atMs).toEqual([1_000, 1_052, 2_030, 2_082, 3_060, 3_112]);
  expect(told.map((perSecond) => perSecond.toFixed(2))).toEqual(['1.94']);
});

test('P42: a request that would wait beyond its limit is rejected at once, or when the pause begins', async () => {
  const { time, began, admission, apply, admitted } = start(1);
  const holder = apply('a', {}, 10);
  const waiting = apply('b', { latestMs: began + 59_999 }).catch((error: Error) => error.message);
  admission.pause(60_000, 0);
  const late = apply('c', { latestMs: began + 59_999 }).catch((error: Error) => error.message);
  const patient = apply('d', { latestMs: began + 60_000 });

  expect(await Promise.all([waiting, late])).toEqual(Array(2).fill(`too long: ${began + 60_000}`));
  await time.run(Promise.all([holder, patient]));
  expect(admitted).toEqual([
    ['a', 0],
    ['d', 60_000],
  ]);
});

test('P5: a create whose list is too old gets no turn but keeps its place, and similar ones wait for one list', async () => {
  const { time, apply, admitted } = start(1);
  const source = {};
  let isOld = true;
  let rereads = 0;
  const ageing: Ageing = {
    source,
    isStale: () => isOld,
    reread: async () => {
      rereads += 1;
      // The list needs a turn as well.
      await apply('list', {}, 50);
      isOld = false;
    },
  };

  await time.run(
    Promise.all([apply('a', { ageing }), apply('b', { ageing }), apply('update'), apply('c', { ageing })]),
  );

  expect(rereads).toBe(1);
  expect(admitted.map(([name]) => name)).toEqual(['update', 'list', 'a', 'b', 'c']);
});

test('a request that is cancelled while it waits is never sent, and leaves no timer behind', async () => {
  const { admission, apply, admitted } = start();
  admission.pause(1_000, 0);
  const stop = new AbortController();
  const cancelled = apply('a', { signal: stop.signal });

  stop.abort(new Error('stop'));

  await expect(cancelled).rejects.toThrow('stop');
  await expect(apply('b', { signal: stop.signal })).rejects.toThrow('stop');
  expect(admitted).toEqual([]);
});

test('a clock that is set back during a pause does not prolong it', async () => {
  let nowMs = 10_000_000;
  const slept: number[] = [];
  const sleep = (ms: number) => {
    slept.push(ms);
    nowMs -= 3_600_000;
    // Whoever waits again waits for ever.
    return slept.length === 1 ? Promise.resolve() : new Promise<void>(() => {});
  };
  const admission = new Admission(1, { now: () => nowMs, sleep, random: () => 0 });
  admission.pause(1_000, 0);

  const admitted = await inTurn(admission, async () => 'admitted', applicant());

  expect([admitted, slept]).toEqual(['admitted', [1_000]]);
});
