import * as cdktf from 'cdktf';
import { ModuleKind, transpile } from 'typescript';
import { expect } from 'vitest';
import * as coffer from '../../../src';
import { makeApp, synth } from './support';

/** The declarations of `rosetta/stack.ts-fixture` other than app and stack; created if an example mentions them. */
const FIXTURE: Readonly<Record<string, (stack: cdktf.TerraformStack) => unknown>> = {
  assets: (stack) => new coffer.Bucket(stack, 'FixtureAssets', { maxSize: coffer.Size.gibibytes(1) }),
  uploads: (stack) => new coffer.Bucket(stack, 'FixtureUploads', { maxSize: coffer.Size.gibibytes(1) }),
  reader: (stack) => new coffer.AccessKey(stack, 'FixtureReader'),
  pullSecret: (stack) =>
    new coffer.PullSecret(stack, 'FixturePullSecret', {
      server: 'ghcr.io',
      username: 'octocat',
      password: coffer.SecretValue.fromVariable(stack, 'fixture_token'),
    }),
};

/** Runs an example of the documentation in an app with the declarations it mentions, and synthesizes it with its validations. */
export function synthesizeExample(example: string): void {
  const app = makeApp();
  const stack = new cdktf.TerraformStack(app, 'app');
  const isMentioned = (name: string) => new RegExp(`\\b${name}\\b`).test(example);
  // An example that declares the default provider itself gets no other one.
  if (!/new CofferProvider\(stack, 'coffer'\)/.test(example)) new coffer.CofferProvider(stack, 'coffer');
  const made = Object.entries(FIXTURE).filter(([name]) => isMentioned(name) && !declares(example, name));
  const declared = Object.fromEntries(made.map(([name, make]) => [name, make(stack)]));

  runExample(example, { ...cdktf, ...coffer, ...declared, app, stack });

  const stacks = app.node.children.filter(cdktf.TerraformStack.isStack);
  expect(stacks.map((each) => Object.keys(JSON.parse(synth(each))).length > 0)).toContain(true);
}

const declares = (example: string, name: string) => new RegExp(`\\bconst ${name}\\b`).test(example);

/** Runs the code of an example with what it may mention. */
export function runExample(example: string, names: Readonly<Record<string, unknown>>): void {
  // `names` provides the imports, and the app of an example that is a whole program.
  const code = example.replace(/^(import|const app = new App\(|app\.synth\(\)).*$/gm, '');
  const run = new Function(...Object.keys(names), transpile(`{${code}}`, { module: ModuleKind.ESNext }));
  run(...Object.values(names));
}
