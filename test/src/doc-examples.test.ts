import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cdktf from 'cdktf';
import { ModuleKind, transpile } from 'typescript';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/support/paths';
import * as coffer from '../../src';
import { makeApp, synth } from './support';

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

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(20);
});

test.each(examples)('%s can be synthesized', (_, example) => {
  const app = makeApp();
  const stack = new cdktf.TerraformStack(app, 'app');
  // One that makes the connection itself is the first of its stack.
  if (!example.includes('new CofferProvider(stack, ')) new coffer.CofferProvider(stack, 'coffer');
  const made = Object.entries(FIXTURE).filter(([name]) => new RegExp(`\\b${name}\\b`).test(example));
  const declared = Object.fromEntries(made.map(([name, make]) => [name, make(stack)]));

  evaluate(example, { ...cdktf, ...coffer, ...declared, app, stack });

  expect(Object.keys(JSON.parse(synth(stack)))).toContain('terraform');
});

function evaluate(code: string, names: Readonly<Record<string, unknown>>): void {
  const run = new Function(...Object.keys(names), transpile(code, { module: ModuleKind.ESNext }));
  run(...Object.values(names));
}
