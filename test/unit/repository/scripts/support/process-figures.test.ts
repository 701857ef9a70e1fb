import { expect, test } from 'vitest';
import { cpuMs } from '../../../../../scripts/support/process-figures';

test('CPU time of a process grows with its work', () => {
  const before = cpuMs(process.pid);
  const spent = () => cpuMs(process.pid) - before;

  while (spent() === 0);

  expect(spent()).toBeGreaterThanOrEqual(10);
});

test('the CPU time of several processes is a sum', () => {
  const one = cpuMs(process.pid);

  expect(cpuMs(process.pid, process.pid)).toBeGreaterThanOrEqual(2 * one);
});

test('of a process that is not there nothing is known', () => {
  expect(cpuMs(process.pid, 2 ** 30)).toBeNaN();
});
