import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReference } from '../../scripts/constructs/reference';
import { withTwinAssembly } from '../../scripts/twin/assembly';

/** Compiling takes seconds, on a busy machine many of them. */
const TIMEOUT_MS = 300_000;

let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'coffer-reference-'));
  await withTwinAssembly((assembly) => writeReference(assembly, made));
}, TIMEOUT_MS);
afterAll(() => rm(made, { recursive: true, force: true }));

test('every member of the hand-written constructs has a description', async () => {
  const reference = await readFile(join(made, 'typescript.md'), 'utf8');

  const without = [...reference.matchAll(/href="#cdktn-coffer\.([^"]+)".*\*No description\.\*/g)];
  const names = without.map(([, name = '']) => name);

  expect(names).toContain('CofferProvider.resetToken');
  // Members of cdktn and constructs, and those that the provider inherits from the generated class.
  const inherited = /\.parameter\.(scope|id|props)$|^I\w+\.property\.fqn$|^CofferProvider\./;
  expect(names.filter((name) => !inherited.test(name))).toEqual([]);
});

test.each([
  ['python', 'assets.grant_read(key)'],
  ['java', 'assets.grantRead(key);'],
  ['go', 'assets.GrantRead(key)'],
  ['csharp', 'assets.GrantRead(key);'],
])('the examples in the reference for %s are in that language', async (name, call) => {
  expect(await readFile(join(made, `${name}.md`), 'utf8')).toContain(call);
});
