import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { version } from '../../package.json';
import { bin, inRoot } from '../../scripts/support/paths';
import { alteredSources } from './altered-sources';

/**
 * The builds of the provider: those of a checkout, the linux package of a release, which here uses its own glibc, and that of the sources
 * that a run has altered, for Node.
 */
export type Build = 'compiled' | 'node' | 'released' | 'altered';

/** Folder of the altered sources, if this is a run that alters some. */
const altered = process.env.ALTERED_SOURCES;

/** The builds that tests of processes are for: those of a checkout, or what the vitest project names. */
export const BUILDS: readonly [Build, ...Build[]] =
  process.env.COFFER_TEST_BUILDS === 'released' ? ['released'] : altered ? ['altered'] : ['compiled', 'node'];

const machine = `${process.platform}_${{ x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64']}`;

/** Folder of a mirror as the build lays it out. */
export const mirrorOf = (build: Build) =>
  build === 'altered'
    ? join(altered ?? '', 'mirror')
    : inRoot('dist', { compiled: 'mirror', node: 'mirror-node', released: 'release/mirrors/unpacked' }[build]);

/** The executable of a build. */
export const executableOf = (build: Build) =>
  join(
    mirrorOf(build),
    'registry.terraform.io/coffer/coffer',
    version,
    machine,
    `terraform-provider-coffer_v${version}`,
  );

if (altered) {
  const program = executableOf('altered');
  const outfile = join(dirname(program), 'provider.cjs');
  const entryPoints = [inRoot('provider/main.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', plugins: [alteredSources] });
  writeFileSync(program, `#!/bin/sh\nexec '${bin('node')}' '${outfile}' "$@"\n`, { mode: 0o755 });
}
