import * as cdktf from 'cdktf';
import { ModuleKind, transpile } from 'typescript';
import { expect } from 'vitest';
import * as coffer from '../../src';
import { makeApp, synth } from './support';

/** What `rosetta/stack.ts-fixture` declares beside app and stack; made where an example mentions it. */
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

/** Runs an example of the documentation in an app that has what it mentions, and synthesizes that with its validations. */
export function synthesizeExample(example: string): void {
  const app = makeApp();
  const stack = new cdktf.TerraformStack(app, 'app');
  const isMentioned = (name: string) => new RegExp(`\\b${name}\\b`).test(example);
  // One that makes the connection itself is the first of its stack.
  if (!/new CofferProvider\(stack, 'coffer'\)/.test(example)) new coffer.CofferProvider(stack, 'coffer');
  const made = Object.entries(FIXTURE).filter(([name]) => isMentioned(name) && !declares(example, name));
  const declared = Object.fromEntries(made.map(([name, make]) => [name, make(stack)]));

  evaluate(example, { ...cdktf, ...coffer, ...declared, app, stack });

  const stacks = app.node.children.filter(cdktf.TerraformStack.isStack);
  expect(stacks.map((each) => Object.keys(JSON.parse(synth(each))).length > 0)).toContain(true);
}

const declares = (example: string, name: string) => new RegExp(`\\bconst ${name}\\b`).test(example);

function evaluate(example: string, names: Readonly<Record<string, unknown>>): void {
  // What it imports is among the names, and so is the app of one that is a whole program.
  const code = example.replace(/^(import|const app = new App\(|app\.synth\(\)).*$/gm, '');
  const run = new Function(...Object.keys(names), transpile(`{${code}}`, { module: ModuleKind.ESNext }));
  run(...Object.values(names));
}
