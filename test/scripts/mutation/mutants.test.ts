import { expect, it } from 'vitest';
import { mutantsOf, mutated } from '../../../scripts/mutation/mutants';

const changesOf = (text: string) =>
  mutantsOf('a.ts', text).map((mutant) => `${mutant.operator}: ${mutated(mutant, text)}`);

it.each([
  ['a < b;', ['boundary: a <= b;', 'negation: a >= b;']],
  ['a === b;', ['negation: a !== b;']],
  ['a && b;', ['logical: a || b;']],
  ['a ?? b;', ['logical: a && b;']],
  ['(a || b) && c;', ['logical: (a || b) || c;', 'logical: (a && b) && c;']],
  ['!a;', ['negation: a;']],
  ['if (a) b;', ['condition: if (false) b;']],
  ['await save();', ['call: undefined;']],
  ['a - b;', ['arithmetic: a + b;']],
  ["a + 'b';", ["string: a + '';"]],
  ['a = 2;', ['number: a = (2 + 1);', 'number: a = (2 - 1);']],
  ["a = '';", ["string: a = 'mutated';"]],
  ['a = true;', ['boolean: a = false;']],
  ['a?.b;', ['optional: a.b;']],
  ['a = b.some(c);', ['method: a = b.every(c);']],
  ['() => { return a; };', ['return: () => { return undefined as never; };']],
  ["import { a } from 'b'; type A = 'x'; interface B { readonly c: 1 }", []],
  ["a = import('b');", []],
  ["a = { description: 'text' };", []],
  ["a = { description: 'one ' + 'two ' + 'three' };", []],
  ["a = { 'b-c': d, 1: e }; ({ 'b-c': f }) => f;", []],
])('changes one place of %s', (text, changes) => {
  expect(changesOf(text)).toEqual(changes);
});

it('an id stays when other lines come and go, and two equal places have two', () => {
  const [first, second] = mutantsOf('a.ts', 'a === b;\na === b;');
  const [, later] = mutantsOf('a.ts', 'c();\na === b;');

  expect(first?.id).not.toBe(second?.id);
  expect(later?.id).toBe(first?.id);
  expect(mutantsOf('b.ts', 'a === b;')[0]?.id).not.toBe(first?.id);
});

it('a mutant fits only the source that it was drawn from', () => {
  const [mutant] = mutantsOf('a.ts', 'a === b;');

  expect(() => mutant && mutated(mutant, 'aa === b;')).toThrow('a.ts has changed since its mutants were drawn.');
});
