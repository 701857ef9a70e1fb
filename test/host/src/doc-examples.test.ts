import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { synthesizeExample } from './run-example';

/*
 * Each example in a doc comment and in the guide runs by itself, in an app with the declarations of `rosetta/stack.ts-fixture`; the app is
 * then synthesized with its validations. That they compile is seen by the build, and by test/real/docs/constructs.test.ts.
 */

const SRC = inRoot('src');
const EXAMPLE = /@example\n((?:[ ]+\*(?! @).*\n)*?)[ ]+\*[ ]?(?=\/|@)/g;
const GUIDE = 'docs/constructs';

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /^(?!l1\/).*\.ts$/.test(file));
const inComments = files.flatMap((file) =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(EXAMPLE)].map(
    ([, text = ''], index) => [`${file} (${index + 1})`, text.replace(/^ +\* ?/gm, '')] as const,
  ),
);
const inGuide = readdirSync(inRoot(GUIDE))
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    codeOf(readPage(join(GUIDE, file)), 'ts').map((code, index) => [`${file} (${index + 1})`, code] as const),
  );

test('there are examples', () => {
  for (const examples of [inComments, inGuide]) expect(examples.length).toBeGreaterThan(20);
});

test.each([...inComments, ...inGuide])('%s can be synthesized', (_, example) => synthesizeExample(example));
