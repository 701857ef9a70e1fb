import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import { bundleProvider } from './provider/bundle';
import { compileBundle } from './provider/compile';
import { BUN, BUN_MANIFEST } from './support/bun';
import { main } from './support/main';
import { inRoot } from './support/paths';
import { hostPlatform } from './support/platforms';
import { cliSettings, HOSTS, layMirror, packageFolder } from './support/provider-package';

/**
 * Builds the provider for this machine: `tsx scripts/build-provider.ts`.
 *
 * - `dist/mirror/`: a filesystem mirror with the compiled program, which includes its runtime.
 * - `dist/mirror-node/`: the same with a script for Node, which is also in `dist/provider/node/`.
 * - `dist/cli.tfrc`: Terraform settings that point to the first mirror.
 *
 * esbuild creates one bundle, and Bun compiles it with the runtime that npm installed. Nothing is compiled if neither the bundle
 * nor the tools have changed. The last printed line is the path of the program.
 */
const dist = inRoot('dist');
const name = `terraform-provider-coffer_v${version}`;
const program = process.platform === 'win32' ? `${name}.exe` : name;

/** The minimum version that undici needs. The host shows the user stdout if there is no handshake. */
const NODE_BANNER = `#!/usr/bin/env node
if (process.versions.node.localeCompare('22.19', undefined, { numeric: true }) < 0) {
  console.log('The coffer provider needs Node 22.19 or newer, and this is ' + process.versions.node);
  process.exit(1);
}`;

main(async () => {
  const { text: bundle } = await bundleProvider();
  const stamp = stampOf(bundle);
  const mirrors = { compiled: join(dist, 'mirror'), node: join(dist, 'mirror-node') };
  const built = join(packageFolder(mirrors.compiled, HOSTS[0], version), program);
  const stampFile = join(dist, 'provider/stamp');

  if (readIfExists(stampFile) === stamp && isComplete(mirrors)) {
    console.log('the provider is up to date');
  } else {
    rmSync(stampFile, { force: true });
    mkdirSync(dist, { recursive: true });
    const work = mkdtempSync(join(dist, 'provider-'));
    try {
      layMirror(mirrors.node, version, makeNodePackage(work, bundle));
      await compileBundle(bundle, { target: hostPlatform().target, base: BUN }, join(work, program));
      layMirror(mirrors.compiled, version, [join(work, program)]);
      mkdirSync(join(dist, 'provider'), { recursive: true });
      rmSync(join(dist, 'provider/node'), { recursive: true, force: true });
      renameSync(join(work, 'node'), join(dist, 'provider/node'));
      writeFileSync(stampFile, stamp);
    } finally {
      rmSync(work, { recursive: true });
    }
  }
  writeSettings(cliSettings(mirrors.compiled));
  console.log(built);
});

/** Writes the settings only if they differ, as after moving the checkout, so that a concurrent Terraform does not read a partial file. */
function writeSettings(settings: string): void {
  const file = join(dist, 'cli.tfrc');
  if (readIfExists(file) !== settings) writeFileSync(file, settings);
}

/** The script, and a package.json that prevents the user's own package.json from changing the type of the script. */
function makeNodePackage(work: string, bundle: string): string[] {
  const folder = join(work, 'node');
  mkdirSync(folder);
  const script = join(folder, name);
  const scope = join(folder, 'package.json');
  writeFileSync(script, `${NODE_BANNER}\n${bundle}`);
  writeFileSync(scope, '{ "type": "commonjs" }\n');
  return [script, scope];
}

/** A stamp that changes with every input of the build. */
function stampOf(bundle: string): string {
  const tools = [BUN_MANIFEST, inRoot('node_modules/esbuild/package.json')].map((file) => readFileSync(file));
  const script = ['build-provider.ts', 'provider/compile.ts', 'support/provider-package.ts'].map((file) =>
    readFileSync(inRoot('scripts', file)),
  );
  const hash = createHash('sha256');
  for (const part of [bundle, ...tools, ...script, hostPlatform().name, version]) hash.update(part).update('\0');
  return hash.digest('hex');
}

function isComplete(mirrors: { compiled: string; node: string }): boolean {
  return HOSTS.every(
    (host) =>
      existsSync(join(packageFolder(mirrors.compiled, host, version), program)) &&
      existsSync(join(packageFolder(mirrors.node, host, version), name)),
  );
}

function readIfExists(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
