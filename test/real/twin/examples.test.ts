import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rename } from '../../../scripts/constructs/twin';
import { inRoot } from '../../../scripts/support/paths';
import { EXAMPLES } from '../../host/src/example-stacks';
import { makeApp, makeStack, synth } from '../../host/src/support';
import { features } from '../deploy/features';

const STACKS: typeof EXAMPLES = {
  ...EXAMPLES,
  features: (app) => {
    const stack = makeStack(app, 'features');
    features(stack);
    return stack;
  },
};

// cdktn writes an empty block on one line, so the text differs from the pinned one; a migration to cdktn keeps every resource.
test.each(Object.entries(STACKS))('%s declares with cdktn what it declares with cdktf', async (name, make) => {
  const pinned = await readFile(inRoot(`test/host/src/examples/${name}.snap`), 'utf8');

  const code = synth(make(makeApp()));

  expect(JSON.parse(code)).toEqual(JSON.parse(pinned));
});

test('the example for cdktn has the stack of the web application, with other imports', async () => {
  const linesOf = async (example: string) =>
    (await readFile(inRoot('examples/constructs', example, 'web-app-stack.ts'), 'utf8')).split('\n');

  const ours = (await linesOf('web-app')).map((line) => rename(line).replace("'../../../src'", "'cdktn-coffer'"));

  // Imports are sorted by name, so the order of two of them differs.
  expect((await linesOf('cdk-terrain')).sort()).toEqual(ours.sort());
});
