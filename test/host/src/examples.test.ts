import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { blocksOf } from './blocks';
import { EXAMPLES, PINNED } from './example-stacks';
import { block, filesWith, makeApp, synth, synthApp, warnings } from './support';

// Logical ids are addresses in users' states: a changed id destroys and recreates the resource. A changed file below
// test/host/src/examples/ is a breaking change, unless the example itself has changed.
test.each(Object.entries(PINNED))('the synthesized code of %s stays as it is', async (name, make) => {
  await expect(blocksOf(synth(make(makeApp())))).toMatchFileSnapshot(`examples/${name}.snap`);
});

test.each(Object.entries(EXAMPLES))(
  'C3: %s is synthesized without a warning, and with no value that it is given',
  (name, make) => {
    const inputs = Object.keys(block(make(makeApp()), 'variable') as object).map((input) => `TF_VAR_${input}`);
    for (const variable of ['COFFER_TOKEN', ...inputs]) vi.stubEnv(variable, `canary-${variable}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const app = makeApp();
    make(app);

    synthApp(app);

    expect(warnings(make(makeApp()))).toEqual([]);
    expect(inputs.length).toBeGreaterThan(0);
    expect(filesWith(app.outdir, 'canary-')).toEqual([]);
    expect(filesWith(app.outdir, 'ephemeral')).toEqual([`stacks/${name}/cdk.tf.json`]);
  },
);

test('every example in TypeScript is pinned', () => {
  const folder = join(__dirname, '../../../examples/constructs');
  const folders = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.ts')));

  // The cdktn example has the stack of the web application: test/real/twin/examples.test.ts.
  expect(folders.sort()).toEqual(['cdk-terrain', ...Object.keys(EXAMPLES)]);
});
