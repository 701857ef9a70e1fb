import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { untar } from '../../../../framework/packaging/tar';
import { CREATOR, FRAMEWORK } from '../../../../projenrc/names';
import { buildFramework } from '../../../../scripts/build-framework';
import { filesIn } from '../../../../scripts/support/folders';
import { inRoot, TSC } from '../../../../scripts/support/paths';
import { must } from '../../../../scripts/support/run';
import { isSeeded } from '../../../support/dice';

/** Packages of the checkout that the packed framework depends on, or that a test brings along, by name or scope. */
const PACKAGES = ['@bufbuild', '@esbuild', '@msgpack', '@oven', '@types', 'esbuild', 'undici-types'] as const;

/** A new provider's project asks for TypeScript 7. A run with a seed compiles with the one before, too, which many projects have. */
const COMPILERS = [TSC, ...(isSeeded ? [inRoot('node_modules/typescript/bin/tsc')] : [])];

/** A folder outside of the repository, with the packed framework among its packages. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
  /** Writes a file, with the folders that it needs. */
  readonly write: (file: string, text: string) => Promise<void>;
  /** Runs the framework's command line. Throws if it fails; returns what it prints. */
  readonly kit: (...args: readonly string[]) => Promise<string>;
  /** Checks the types of the TypeScript files in the folder. Throws with the compiler's errors. */
  readonly checkTypes: () => Promise<void>;
}

/** An empty project; `packages` are those of the checkout that it can import beside the framework and what that needs. */
export async function packedProject(packages: readonly string[] = []): Promise<Project> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'packed-')));
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  const modules = join(folder, 'node_modules');
  for (const name of [...PACKAGES, ...packages]) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(inRoot('node_modules', name), join(modules, name));
  }
  const { framework, creator } = await buildFramework();
  for (const [as, archive] of Object.entries({ [FRAMEWORK]: framework, [CREATOR]: creator })) {
    for (const { name, data } of untar(gunzipSync(await readFile(archive)))) {
      await mkdir(dirname(join(modules, name.replace(/^package/, as))), { recursive: true });
      await writeFile(join(modules, name.replace(/^package/, as)), data);
    }
  }
  const options = JSON.parse(await readFile(inRoot('tsconfig.code.json'), 'utf8')) as { compilerOptions: object };
  const compilerOptions = { ...options.compilerOptions, paths: undefined, skipLibCheck: false };
  await write('tsconfig.json', JSON.stringify({ compilerOptions, exclude: ['node_modules', 'dist'] }));
  await write('package.json', JSON.stringify({ name: 'project', version: '0.1.0', type: 'module' }));
  const start = [join(modules, FRAMEWORK, 'bin.mjs')];
  return {
    folder,
    write,
    kit: async (...args) => (await must(process.execPath, [...start, ...args], { cwd: folder })).stdout,
    checkTypes: async () => {
      for (const compiler of COMPILERS) await must(compiler, ['-p', '.'], { cwd: folder });
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The files below a folder, by their path in it. */
export async function filesBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = await filesIn(folder);
  return new Map(
    await Promise.all(
      files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const),
    ),
  );
}
