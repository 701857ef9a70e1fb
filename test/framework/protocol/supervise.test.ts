import { expect, it } from 'vitest';
import { lastHostLeft } from '../../../framework/protocol/supervise';

/** What is there at a time, in milliseconds after the command has ended. */
interface Story {
  readonly connections?: (ms: number) => number;
  readonly running?: (ms: number) => readonly number[];
  readonly everyone?: (ms: number) => readonly number[];
  /** When the first signal came. */
  readonly signalAt?: number;
  /** Times of signals that ask to end at once. */
  readonly urgent?: readonly number[];
}

/** Waits with a clock of its own. */
async function wait({ connections = () => 0, running = () => [], everyone = running, signalAt, urgent = [] }: Story) {
  let ms = 0;
  const lines: string[] = [];
  const left = await lastHostLeft(
    {
      get urgent() {
        return urgent.filter((at) => at <= ms).length;
      },
      get firstAt() {
        return signalAt !== undefined && signalAt <= ms ? signalAt : undefined;
      },
    },
    {
      connections: {
        get count() {
          return connections(ms);
        },
      },
      hosts: { running: () => running(ms), everyone: () => everyone(ms) },
      now: () => ms,
      async sleep(time) {
        ms += time;
      },
      tell: (line) => lines.push(line),
    },
  );
  return { left, ms, lines };
}

const until = (end: number) => (ms: number) => (ms < end ? [7] : []);

it('F9: without hosts attach ends at once', async () => {
  expect(await wait({})).toEqual({ left: true, ms: 0, lines: [] });
});

it('F9: a host that ends with the command causes no wait', async () => {
  expect(await wait({ connections: (ms) => (ms < 100 ? 1 : 0) })).toEqual({ left: true, ms: 100, lines: [] });
});

it('F9: an hour of a background apply is awaited, and reported once', async () => {
  const { left, ms, lines } = await wait({ running: until(3_600_000) });

  expect([left, ms >= 3_600_000]).toEqual([true, true]);
  expect(lines).toEqual([expect.stringContaining('still runs (process 7): waiting for it.')]);
});

it('F9: a short time without a connection is not the end', async () => {
  const connections = (ms: number) => (ms < 5_000 || (ms > 5_500 && ms < 9_000) ? 1 : 0);

  expect((await wait({ connections })).ms).toBeGreaterThan(9_000);
});

it('F9: a process that the command leaves behind has a second to start a host', async () => {
  const late = await wait({ everyone: () => [5], running: (ms) => (ms > 500 && ms < 4_000 ? [5] : []) });
  const never = await wait({ everyone: () => [5] });

  expect(late.ms).toBeGreaterThan(4_000);
  expect([never.left, never.ms]).toEqual([true, 1_000]);
});

it.each([
  ['before the command had ended', -5_000, 45_000],
  ['afterwards', 60_000, 105_000],
])('F9: after a signal %s a host is given up when its time is over', async (_when, signalAt, expected) => {
  const { left, ms, lines } = await wait({ running: () => [7], signalAt });

  expect([left, ms]).toEqual([false, expected]);
  expect(lines.at(-1)).toContain('(process 7) and is given up after a signal');
});

it.each([
  ['before', [-5_000], 45_000],
  ['after', [3_000], 3_000],
])('F9: a second interrupt %s the end of the command', async (_when, urgent, expected) => {
  expect(await wait({ connections: () => 1, signalAt: -9_000, urgent })).toMatchObject({ left: false, ms: expected });
});
