import { basename } from 'node:path';
import { build } from 'esbuild';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import { MESSAGE } from './program-message';

export interface Program {
  readonly path: string;
  /** Runs it to its end, with a message that the program reads with `told`, and returns the JSON that it prints. */
  run<T>(message: unknown): Promise<T>;
}

/**
 * Bundles a TypeScript file, by its path in `bench`, into build/bench: tsx would add its loader and its preserved function names to the measurement.
 * `packages` stay outside, or go into the same file.
 */
export async function bundleProgram(file: string, packages: 'external' | 'bundle' = 'external'): Promise<Program> {
  const suffix = packages === 'bundle' ? '-whole.cjs' : '.cjs';
  const outfile = inRoot('build', 'bench', basename(file).replace(/\.ts$/, suffix));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [inRoot('bench', file)],
    outfile,
    bundle: true,
    packages,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    logLevel: 'warning',
  });
  return {
    path: outfile,
    run: async (message) => {
      const env = { ...withoutOurSettings(), CHECKPOINT_DISABLE: '1', [MESSAGE]: JSON.stringify(message) };
      return JSON.parse((await must(process.execPath, [outfile], { cwd: ROOT, env })).stdout);
    },
  };
}

export function withoutOurSettings(): Record<string, undefined> {
  const names = Object.keys(process.env).filter((name) => name.startsWith('COFFER_'));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
