import { expect, test } from 'vitest';
import * as z from 'zod';
import { strict } from '../../../../emulator/validation/strict';

const shape = { name: z.string().optional(), projects: z.string().optional() };
const problemOf = (given: object, hidesNames?: boolean) =>
  strict(shape, hidesNames === undefined ? {} : { hidesNames }).safeParse(given).error?.issues[0]?.message;

test.each([
  [{ nam: 1 }, 'nam (did you mean name?)'],
  [{ nam: 1, canary: 1, other: 1 }, 'nam (did you mean name?), canary, other'],
])('unknown members are listed: %j', (given, told) => {
  expect(problemOf(given)).toBe(`has unknown fields: ${told}; it may have name, projects`);
});

test.each([
  [{ project: 1 }, 'project (did you mean projects?)'],
  [{ canary: 1 }, '1 other name'],
  [{ canary: 1, another: 1 }, '2 other names'],
  [{ project: 1, canary: 1 }, 'project (did you mean projects?), 1 other name'],
])('E14: a name that may be a secret is counted, and not shown: %j', (given, told) => {
  expect(problemOf(given, true)).toBe(`has unknown fields: ${told}; it may have name, projects`);
});

test('what is known is taken, and another problem has its own words', () => {
  expect(problemOf({ name: 'a' })).toBeUndefined();
  expect(problemOf({ name: 1 })).not.toContain('unknown');
});
