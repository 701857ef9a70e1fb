import { expect, it } from 'vitest';
import { lastHostLeft } from '../../../../framework/protocol/supervise';

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

/** When the command ends on the clock of a story. */
const ENDED_AT = 7_000_000;

/** Waits with a clock of its own. Before each line stands its time. */
async function wait({ connections = () => 0, running = () => [], everyone = running, signalAt, urgent = [] }: Story) {
  let ms = 0;
  const lines: string[] = [];
  const left = await lastHostLeft(
    {
      get urgent() {
        return urgent.filter((at) => at <= ms).length;
      },
      get firstAt() {
        return signalAt !== undefined && signalAt <= ms ? ENDED_AT + signalAt : undefined;
      },
    },
    {
      connections: {
        get count() {
          return connections(ms);
        },
      },
      hosts: { running: () => running(ms), everyone: () => everyone(ms) },
      now: () => ENDED_AT + ms,
      async sleep(time) {
        ms += time;
      },
      tell: (line) => lines.push(`${ms}: ${line}`),
    },
  );
  return { left, ms, lines };
}

it('F9: without hosts attach ends at once', async () => {
  expect(await wait({})).toEqual({ left: true, ms: 0, lines: [] });
});

it('F9: an hour of background applies is awaited, and reported once', async () => {
  const { left, ms, lines } = await wait({ running: (ms) => (ms < 3_600_000 ? [7, 8] : []) });

  expect([left, ms]).toEqual([true, 3_600_950]);
  expect(lines).toEqual([
    '1000: the command has ended, and a terraform or tofu that it started still runs (processes 7, 8): waiting for it.',
  ]);
});

it('F9: a short time without a connection is not the end', async () => {
  const connections = (ms: number) => (ms < 5_000 || (ms > 5_500 && ms < 9_000) ? 2 : 0);

  expect(await wait({ connections })).toEqual({
    left: true,
    ms: 9_950,
    lines: [
      '1000: the command has ended, and a terraform or tofu that it started still runs (2 connections): waiting for it.',
    ],
  });
});

it('F9: a process that the command leaves behind has a second to start a host', async () => {
  const late = await wait({ everyone: () => [5], running: (ms) => (ms > 500 && ms < 4_000 ? [5] : []) });
  const never = await wait({ everyone: () => [5] });

  expect([late.left, late.ms]).toEqual([true, 4_950]);
  expect(never).toEqual({ left: true, ms: 1_000, lines: [] });
});

it.each([
  ['before the command had ended', -5_000, 45_000],
  ['afterwards', 60_000, 105_000],
])('F9: after a signal %s a host is given up when its time is over', async (_when, signalAt, expected) => {
  const { left, ms, lines } = await wait({ running: () => [7], signalAt });

  expect([left, ms]).toEqual([false, expected]);
  expect(lines.slice(1)).toEqual([
    `${expected}: a terraform or tofu of the command still runs (process 7) and is given up after a signal. ` +
      'What it was doing may be unfinished: run terraform plan to see what is left to do.',
  ]);
});
