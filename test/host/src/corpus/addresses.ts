import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TerraformStack, Testing } from 'cdktf';
import type { LegalProgram } from './program';

/** Addresses in Terraform that the code of a program declares, sorted, by stack. */
export type Addresses = Readonly<Record<string, readonly string[]>>;

/** Blocks by kind, and by type if they have one. */
type Code = Readonly<Record<string, object | readonly object[]>>;

/** Synthesizes a program for the addresses of its blocks, inputs and outputs, and those that it moves, removes or imports. */
export function addressesOf({ build }: LegalProgram): Addresses {
  const outdir = mkdtempSync(join(tmpdir(), 'coffer-addresses-'));
  try {
    const app = Testing.app({ outdir });
    build(app);
    app.synth();
    const stacks = app.node.findAll().filter(TerraformStack.isStack);
    return Object.fromEntries(
      stacks.map(({ node: { id } }) => [
        id,
        addressesIn(JSON.parse(readFileSync(join(outdir, 'stacks', id, 'cdk.tf.json'), 'utf8')) as Code),
      ]),
    );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

const addressesIn = (code: Code): string[] =>
  [
    ...['resource', 'data', 'ephemeral'].flatMap((kind) =>
      Object.entries(code[kind] ?? {}).flatMap(([type, blocks]) =>
        Object.keys(blocks as object).map((name) => `${kind}.${type}.${name}`),
      ),
    ),
    ...['output', 'variable', 'module', 'locals'].flatMap((kind) =>
      Object.keys(code[kind] ?? {}).map((name) => `${kind}.${name}`),
    ),
    ...['moved', 'removed', 'import'].flatMap((kind) =>
      ((code[kind] ?? []) as readonly { readonly from?: string; readonly to?: string }[]).map(({ from, to }) =>
        [kind, from, to].filter(Boolean).join(' '),
      ),
    ),
  ].sort();
