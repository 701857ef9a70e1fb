import { expect, test } from 'vitest';
import { cpuMs } from '../../../bench/support/cpu';

test('CPU time of a process grows with its work', () => {
  const before = cpuMs(process.pid) ?? Number.NaN;
  const spent = () => (cpuMs(process.pid) ?? Number.NaN) - before;

  while (spent() === 0);

  expect(spent()).toBeGreaterThanOrEqual(10);
});

test('of a process that is not there nothing is known', () => {
  expect(cpuMs(2 ** 30)).toBeUndefined();
});
