import { basename } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import { MESSAGE } from './told';

/** A program of ours, ready to run in a process of its own. */
export interface Program {
  /** The bundle. */
  readonly path: string;
  /** Runs it to its end and gives the JSON that it prints. */
  run<T>(...args: readonly string[]): Promise<T>;
  /** The same, with a message that no list of processes shows: the program gets it by `told`. */
  tell<T>(message: unknown): Promise<T>;
}

/**
 * Bundles a TypeScript file into build/bench, packages left out. Run through tsx, its loader and the name that it keeps for each
 * function would be measured too.
 *
 * @param parts path of the file inside the checkout
 */
export const bundleProgram = (...parts: readonly string[]): Promise<Program> =>
  bundle(parts, '.cjs', { packages: 'external' });

/** The same with its packages in the one file. */
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

/** Takes our settings out of a child's environment. */
export function withoutOurSettings(): Record<string, undefined> {
  const names = Object.keys(process.env).filter((name) => name.startsWith('COFFER_'));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
