import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { synthesizeExample } from './run-example';

/*
 * Each example of the guide runs by itself, in an app with the declarations of `rosetta/stack.ts-fixture`, and is synthesized with
 * its validations, for cdktf and for cdktn. test/real/docs/constructs.test.ts tests that the examples compile.
 */
const GUIDE = 'docs/constructs';

const examples = readdirSync(inRoot(GUIDE))
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    codeOf(readPage(join(GUIDE, file)), 'ts').map((code, index) => [`${file} (${index + 1})`, code] as const),
  );

test('every page that shows how has an example', () => {
  expect(examples.length).toBeGreaterThan(20);
  expect(existsSync(inRoot(GUIDE, 'from-cdktf.md'))).toBe(true);
});

test.each(examples)('%s can be synthesized', (_, example) => synthesizeExample(example));
