import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { inRoot } from '../scripts/support/paths';

/** The numbered rules: of the provider, of the emulator, of the constructs. A test of a rule begins with its number, or its group does. */
const KNOWN = [...numbered('P', 42), ...numbered('E', 16), ...numbered('C', 12)];

/** Rules that nothing implements yet. A rule leaves this list with its first test. */
const WITHOUT_TEST: readonly string[] = [];

/** The numbers that a name begins with: `P1, P2: …`. */
const NUMBERS = /^([A-Z]\d+(?:, [A-Z]\d+)*): \S/;

const names = readdirSync(inRoot('test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) => namesIn(join(inRoot('test'), file)));
const tested = names.flatMap((name) => NUMBERS.exec(name)?.[1]?.split(', ') ?? []);

it('finds the names of tests', () => {
  expect(names.length).toBeGreaterThan(1400);
});

it.each(KNOWN)('%s has a test', (rule) => {
  expect(tested.includes(rule)).toBe(!WITHOUT_TEST.includes(rule));
});

it('no test has the number of a rule that there is not', () => {
  expect(tested.filter((rule) => !KNOWN.includes(rule))).toEqual([]);
});

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

/** First arguments of `it(…)`, `test.each(…)(…)`, `describe(…)` and the like. */
function namesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [name] = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments : [];
    if (name && ts.isStringLiteralLike(name)) found.push(name.text);
    if (name && ts.isTemplateExpression(name)) found.push(name.head.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTest(called: ts.Expression): boolean {
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return isTest(called.expression);
  return ts.isIdentifier(called) && ['it', 'test', 'describe'].includes(called.text);
}
