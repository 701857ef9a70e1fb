import { basename } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import { MESSAGE } from './told';

/** One of our programs, ready to run in a separate process. */
export interface Program {
  /** The bundle. */
  readonly path: string;
  /** Runs it to its end and returns the JSON that it prints. */
  run<T>(...args: readonly string[]): Promise<T>;
  /** Like `run`, with a message that process lists do not show; the program reads it with `told`. */
  tell<T>(message: unknown): Promise<T>;
}

/**
 * Bundles a TypeScript file into build/bench, without packages. With tsx, the measurement would include its loader and its
 * preserved function names.
 *
 * @param parts path of the file in the checkout
 */
export const bundleProgram = (...parts: readonly string[]): Promise<Program> =>
  bundle(parts, '.cjs', { packages: 'external' });

/** Like `bundleProgram`, with the packages in the same file. */
export const bundleWhole = (...parts: readonly string[]): Promise<Program> => bundle(parts, '-whole.cjs', {});

async function bundle(parts: readonly string[], suffix: string, more: BuildOptions): Promise<Program> {
  const outfile = inRoot('build', 'bench', basename(parts.at(-1) ?? '').replace(/\.ts$/, suffix));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [inRoot(...parts)],
    outfile,
    bundle: true,
    ...more,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    logLevel: 'warning',
  });
  const start = async <T>(args: readonly string[], message: Record<string, string>) => {
    const env = { ...withoutOurSettings(), CHECKPOINT_DISABLE: '1', ...message };
    return JSON.parse((await must(process.execPath, [outfile, ...args], { cwd: ROOT, env })).stdout) as T;
  };
  return {
    path: outfile,
    run: (...args) => start(args, {}),
    tell: (message) => start([], { [MESSAGE]: JSON.stringify(message) }),
  };
}

/** Removes our settings from a child's environment. */
export function withoutOurSettings(): Record<string, undefined> {
  const names = Object.keys(process.env).filter((name) => name.startsWith('COFFER_'));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
