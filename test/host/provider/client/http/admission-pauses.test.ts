import { expect, test } from 'vitest';
import { Admission } from '../../../../../provider/client/http/admission';
import { applicant, inTurn, tooLong } from '../fixture';
import { VirtualTime } from '../virtual-time';

function start() {
  const time = new VirtualTime();
  const told: string[] = [];
  const environment = { ...time, random: () => 0 };
  const admission = new Admission(16, environment, (perSecond) => told.push(perSecond.toFixed(2)));
  /** Lets one accepted request go out as soon as it may. */
  const send = () => time.run(inTurn(admission, async (run) => admission.pace.accept(run), applicant()));
  return { time, began: time.now(), admission, told, send };
}

test('the rest of a pause is known until it is over, and a shorter pause does not end it', async () => {
  const { time, admission } = start();
  const rests = [admission.pausedMs];
  admission.pause(1_000, 0);
  rests.push(admission.pausedMs);
  await time.run(time.sleep(400));
  admission.pause(100, 0);
  rests.push(admission.pausedMs);
  await time.run(time.sleep(601));

  expect([...rests, admission.pausedMs]).toEqual([0, 1_000, 600, 0]);
});

test('P42: shared work is left as soon as a pause goes beyond the time of its reader', async () => {
  const { began, admission } = start();
  const never = new Promise<never>(() => {});
  const { promise: work, resolve } = Promise.withResolvers<string>();
  const hasty = admission.withinDeadline(began + 999, never, tooLong).catch(({ message }: Error) => message);
  const patient = admission.withinDeadline(began + 1_000, work, tooLong);
  admission.pause(1_000, 0);

  expect(await hasty).toBe(`too long: ${began + 1_000}`);
  resolve('done');
  expect(await patient).toBe('done');
});

test('P42: during a pause that is too long work is left at once, unless it has ended', async () => {
  const { began, admission } = start();
  admission.pause(1_000, 0);
  const never = new Promise<never>(() => {});

  await expect(admission.withinDeadline(began + 999, never, tooLong)).rejects.toThrow(`too long: ${began + 1_000}`);
  expect(await admission.withinDeadline(began + 999, Promise.resolve('done'), tooLong)).toBe('done');
  await expect(admission.withinDeadline(began, Promise.reject(new Error('broken')), tooLong)).rejects.toThrow('broken');
});

test('P42: work that has ended is not looked at by later pauses', async () => {
  const { began, admission } = start();
  const looked: number[] = [];
  const note = (untilMs: number) => {
    looked.push(untilMs);
    return tooLong(untilMs);
  };
  await admission.withinDeadline(began + 10, Promise.resolve('done'), note);
  await new Promise((resolve) => setImmediate(resolve));
  admission.pause(1_000, 0);

  expect(looked).toEqual([]);
});

test('the rate is told when it is learnt, and whenever it has doubled or halved since', async () => {
  const { time, admission, told, send } = start();
  const burst = Array.from({ length: 10 }, () => inTurn(admission, async (run) => run, applicant()));
  const runs = await Promise.all(burst);
  for (const run of runs.slice(0, 2)) admission.pace.accept(run);
  for (const run of runs.slice(2)) admission.pause(1_000, run);
  // Two, three, five, nine and seventeen requests in a second and its margin.
  do await send();
  while (admission.pace.perSecond < 16);
  expect(told).toEqual(['1.94', '4.85', '16.50']);

  // A try in vain, after which others take three tenths twice: more than half of what was told.
  for (let parts = 0; parts < 3; parts += 1) {
    await time.run(time.sleep(2_000));
    for (let count = 0; count < 8; count += 1) await send();
    admission.pause(1_000, admission.pace.run);
    await send();
  }

  expect(told.slice(3)).toEqual([(8 / 1.03).toFixed(2)]);
});

test('the timer is stopped when the last request that waits has left, and not before', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const sleep = (_ms: number, signal?: AbortSignal) => {
    signals.push(signal);
    return new Promise<void>((_, reject) => signal?.addEventListener('abort', reject));
  };
  const admission = new Admission(1, { now: () => 10_000, sleep, random: () => 0 });
  admission.pause(1_000, 0);
  const [one, other] = [new AbortController(), new AbortController()];
  const left = [one, other].map(({ signal }) =>
    inTurn(admission, async () => {}, applicant({ signal })).catch(() => {}),
  );

  one.abort();
  await left[0];
  const states = [signals.map((signal) => signal?.aborted)];
  other.abort();
  await left[1];
  states.push(signals.map((signal) => signal?.aborted));

  expect(states).toEqual([[false], [true]]);
});
