import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { hasToolChain } from '../../support/tool-chain';
import { LEFT, SUITES } from './suites/suites';

// They are a project of their own: `npx vitest run --project garage`.
await hasToolChain('Garage', 'the suites of the emulator and the provider over a real node of Garage');

const suites = readdirSync(inRoot('test/emulator'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.test.ts') && !path.startsWith('garage/'),
);
const isIn = (path: string, suite: string) =>
  suite.endsWith('/') || suite.endsWith('-') ? path.startsWith(suite) : path === `${suite}.test.ts`;
const left = suites.filter((path) => SUITES[`emulator/${path}`] === undefined);

test('every suite of the emulator runs over Garage, or one reason is given why it does not', () => {
  const reasons = (path: string) => LEFT.filter(({ suites: group }) => group.some((suite) => isIn(path, suite)));

  expect(suites.length).toBeGreaterThan(100);
  expect(left.filter((path) => reasons(path).length !== 1)).toEqual([]);
});

test('every suite that is listed is there', () => {
  const groups = LEFT.flatMap(({ suites: group }) => group);

  expect(Object.keys(SUITES).filter((path) => !existsSync(inRoot('test', path)))).toEqual([]);
  expect(groups.filter((suite) => !left.some((path) => isIn(path, suite)))).toEqual([]);
});
