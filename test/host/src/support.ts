import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type App, Aspects, type IAspect, TerraformStack, Testing } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { onTestFinished } from 'vitest';
import { Bucket, CofferProvider, Size } from '../../../src';

export { expr } from './expr';

/** An app whose output folder is removed with the test. */
export function makeApp(): App {
  const outdir = mkdtempSync(join(tmpdir(), 'coffer-synth-'));
  onTestFinished(() => rmSync(outdir, { recursive: true, force: true }));
  return Testing.app({ outdir });
}

/** A stack with a provider, as in a practitioner's program. */
export function makeStack(app: App = makeApp(), id = 'app'): TerraformStack {
  const stack = new TerraformStack(app, id);
  new CofferProvider(stack, 'coffer');
  return stack;
}

/** A bucket with a quota of one byte. */
export const bucketIn = (scope: Construct, id = 'Uploads') => new Bucket(scope, id, { maxSize: Size.bytes(1) });

/** The Terraform code of a stack in JSON; validations and aspects have run. */
export function synth(stack: TerraformStack): string {
  return Testing.synth(stack, true);
}

/** The Terraform code of every stack, as `app.synth()` writes it, by stack id; cross-stack references are prepared. */
export function synthApp(app: App): Record<string, string> {
  app.synth();
  const stacks = app.node.findAll().filter(TerraformStack.isStack);
  return Object.fromEntries(
    stacks.map(({ node }) => [node.id, readFileSync(join(app.outdir, 'stacks', node.id, 'cdk.tf.json'), 'utf8')]),
  );
}

/** One block of the Terraform code, such as `block(stack, 'resource', 'coffer_bucket', 'uploads')`. */
export function block(stack: TerraformStack, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | undefined)?.[key],
    JSON.parse(synth(stack)),
  );
}

/** All resources of a type, by logical id. */
export function resources(stack: TerraformStack, type: string): Record<string, Record<string, unknown>> {
  return (block(stack, 'resource', type) ?? {}) as Record<string, Record<string, unknown>>;
}

/** The only resource of a type. */
export function onlyResource(stack: TerraformStack, type: string): Record<string, unknown> {
  const [first, ...others] = Object.values(resources(stack, type));
  if (!first || others.length > 0) throw new Error(`expected one ${type}`);
  return first;
}

/** The warnings that the CLI would show of a stack, once it is synthesized. */
export function warnings(stack: TerraformStack): string[] {
  synth(stack);
  return warningsBelow(stack);
}

/** The warnings of all constructs below one. */
export const warningsBelow = ({ node }: IConstruct): string[] =>
  node
    .findAll()
    .flatMap(({ node: { metadata } }) =>
      metadata.filter(({ type }) => type === '@cdktf/warn').map(({ data }) => String(data)),
    );

/** The problems that a synthesis is refused with, one a line; none if it succeeds. */
export function problems(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    const lines = String(error)
      .split('\n')
      .filter((line) => line.startsWith('  ['));
    if (lines.length === 0) throw error;
    return lines;
  }
  return [];
}

/** What a policy finds in a stack. */
export function findings(stack: TerraformStack, policy: IAspect): string[] {
  Aspects.of(stack).add(policy);
  return problems(() => synth(stack));
}

/** The files below a folder that contain a text. */
export const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, 'utf8').includes(text))
    .map((file) => relative(folder, file));
