import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { synthesizeExample } from './run-example';

/*
 * Each example in a doc comment runs by itself, in an app with the declarations of `rosetta/stack.ts-fixture`; the app is then
 * synthesized with its validations. documentation.test.ts tests that the examples compile.
 */

const SRC = inRoot('src');
const EXAMPLE = /@example\n((?:[ ]+\*(?! @).*\n)*?)[ ]+\*[ ]?(?=\/|@)/g;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /^(?!l1\/).*\.ts$/.test(file));
const examples = files.flatMap((file) =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(EXAMPLE)].map(
    ([, text = ''], index) => [`${file} (${index + 1})`, text.replace(/^ +\* ?/gm, '')] as const,
  ),
);

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(20);
});

test.each(examples)('%s can be synthesized', (_, example) => synthesizeExample(example));
