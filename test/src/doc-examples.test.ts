import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/support/paths';
import { synthesizeExample } from './run-example';

/*
 * Each example in a doc comment is run by itself, in an app that has what `rosetta/stack.ts-fixture` declares, and the app is
 * synthesized with its validations. That the examples compile is tested in documentation.test.ts.
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
