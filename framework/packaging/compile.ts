import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

interface CompileTarget {
  /** Bun's name of the target: `bun-linux-arm64`. */
  readonly target: string;
  /** Bun's own executable for that platform, which becomes the runtime of the program. */
  readonly base: string;
  /** Bun's executable for this machine, which compiles: a name to look up in PATH, or an absolute path. */
  readonly bun: string;
  /** Name that Bun writes into the program, without a suffix: the same on every platform. The file may have another one. */
  readonly name: string;
}

/** Flags of every `bun build`; the other arguments are file names. */
export const COMPILE_FLAGS = [
  '--compile',
  '--minify',
  '--bytecode',
  '--format=esm',
  // A provider lives for seconds, so Bun optimizes a function only after four times the usual number of calls.
  '--compile-jit-policy=4',
  // A .env or bunfig.toml in the folder of a configuration must not affect the provider.
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
];

/** Compiles a bundle to the program `file`, which is replaced as a whole or not at all. Equal inputs, equal bytes. `signAdHoc` signs it for macOS. */
export async function compileBundle(bundle: string, into: CompileTarget, file: string): Promise<void> {
  const { target, base, bun, name } = into;
  await mkdir(dirname(file), { recursive: true });
  const work = await mkdtemp(join(dirname(file), '.compile-'));
  try {
    await writeFile(join(work, 'main.mjs'), bundle);
    const names = [`--target=${target}`, `--compile-executable-path=${resolve(base)}`, `--outfile=${name}`, 'main.mjs'];
    await promisify(execFile)(bun, ['build', ...COMPILE_FLAGS, ...names], { cwd: work });
    const suffix = target.includes('windows') ? '.exe' : '';
    await rename(join(work, `${name}${suffix}`), file);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
