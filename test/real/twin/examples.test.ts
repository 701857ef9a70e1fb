import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rename } from '../../../scripts/constructs/twin';
import { inRoot } from '../../../scripts/support/paths';
import { blocksOf } from '../../host/src/blocks';
import { PINNED } from '../../host/src/example-stacks';
import { makeApp, synth } from '../../host/src/support';

// A migration to cdktn keeps every resource.
test.each(Object.entries(PINNED))('%s declares with cdktn what it declares with cdktf', async (name, make) => {
  const pinned = await readFile(inRoot(`test/host/src/examples/${name}.snap`), 'utf8');

  expect(blocksOf(synth(make(makeApp())))).toBe(pinned);
});

test('the example for cdktn has the stack of the web application, with other imports', async () => {
  const linesOf = async (example: string) =>
    (await readFile(inRoot('examples/constructs', example, 'web-app-stack.ts'), 'utf8')).split('\n');

  const ours = (await linesOf('web-app')).map((line) => rename(line).replace("'../../../src'", "'cdktn-coffer'"));

  // Imports are sorted by name, so the order of two of them differs.
  expect((await linesOf('cdk-terrain')).sort()).toEqual(ours.sort());
});
