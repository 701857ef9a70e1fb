import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bun } from './bun';
import { COMPILE_FLAGS, compileBundle } from './compile';
import { cliSettings, HOSTS, layMirror, packageFolder } from './filesystem-mirror';
import { type ProviderVersion, programName, programPrefix } from './names';
import { writeNodeEdition } from './node-edition';
import { requireOwn } from './output-folder';
import { hostPlatform } from './platforms';

/** The inputs and the output folder of a build for this machine. */
export interface Build {
  readonly provider: ProviderVersion;
  /** The provider's code in one file: the `text` of a bundle. */
  readonly bundle: string;
  readonly bun: Bun;
  /** Output folder, made if it is not there. One build at a time may use it. */
  readonly folder: string;
  /** Contents of further inputs: a build with other ones makes the results again. */
  readonly conditions?: readonly (string | Buffer)[];
}

/** File that marks a folder as one with builds; its content tells the inputs of the last complete one. */
const STAMP = 'provider/stamp';

/**
 * Builds a provider for this machine, into `folder`:
 *
 * - `mirror/`: a filesystem mirror with the compiled program, which includes its runtime.
 * - `mirror-node/`: the same with a script for Node, which is also in `provider/node/`.
 * - `cli.tfrc`: Terraform settings that point to the first mirror.
 *
 * Nothing is compiled, and `isNew` is false, if no input has changed since the last build there and its programs are still in the mirrors. Other
 * versions of the provider in the mirrors are removed. Rejects if one of the three or `provider/node/` is there and no build was begun there before, on
 * a platform that no provider is built for, and with Bun's output. `program` is the absolute path of the compiled program in the mirror.
 */
export async function buildForHost(build: Build): Promise<{ readonly program: string; readonly isNew: boolean }> {
  const { provider, bundle, bun } = build;
  const folder = resolve(build.folder);
  const platform = hostPlatform();
  const program = programName(provider, platform.suffix);
  const mirrors = { compiled: join(folder, 'mirror'), node: join(folder, 'mirror-node') };
  const stampFile = join(folder, STAMP);
  const stamp = stampOf(build);
  requireOwn(folder, STAMP, ['mirror', 'mirror-node', 'provider/node', 'cli.tfrc']);
  const complete = HOSTS.every(
    (host) =>
      existsSync(join(packageFolder(mirrors.compiled, host, provider), program)) &&
      existsSync(join(packageFolder(mirrors.node, host, provider), programName(provider))),
  );
  const isNew = !complete || readIfExists(stampFile) !== stamp;
  if (isNew) {
    mkdirSync(join(folder, 'provider'), { recursive: true });
    writeFileSync(stampFile, '');
    const work = mkdtempSync(join(folder, 'provider-'));
    try {
      layMirror(mirrors.node, provider, writeNodeEdition(join(work, 'node'), provider, bundle));
      const into = { target: platform.target, base: bun.path, bun: bun.path, name: programPrefix(provider) };
      await compileBundle(bundle, into, join(work, program));
      layMirror(mirrors.compiled, provider, [join(work, program)]);
      rmSync(join(folder, 'provider/node'), { recursive: true, force: true });
      renameSync(join(work, 'node'), join(folder, 'provider/node'));
      writeFileSync(stampFile, stamp);
    } finally {
      rmSync(work, { recursive: true });
    }
  }
  writeIfDifferent(join(folder, 'cli.tfrc'), cliSettings(mirrors.compiled, provider));
  return { program: join(packageFolder(mirrors.compiled, HOSTS[0], provider), program), isNew };
}

/** A stamp that changes with every input of the build. */
function stampOf({ provider, bundle, bun, conditions = [] }: Build): string {
  const hash = createHash('sha256');
  const own = [JSON.stringify(provider), bun.version, hostPlatform().name, ...COMPILE_FLAGS];
  for (const part of [bundle, ...own, ...conditions]) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Keeps an equal file, so that a concurrent Terraform does not read a partial one. A move of the project changes it. */
function writeIfDifferent(file: string, text: string): void {
  if (readIfExists(file) !== text) writeFileSync(file, text);
}

function readIfExists(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
