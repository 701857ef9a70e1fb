import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';
import { BUN } from '../../../../../scripts/support/bun';

const root = resolve(import.meta.dirname, '../../../../..');

/** The commands of the two runtimes that the provider supports. */
export const RUNTIMES = { Node: join(root, 'node_modules/.bin/node'), Bun: BUN } as const;

/** Bundles a file of this folder as the build does, for any runtime; removed after the tests of the file. */
export async function bundle(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-test-bundle-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'main.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, name)],
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}
