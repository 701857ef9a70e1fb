import { join } from 'node:path';
import { version } from '../../../package.json';
import { inRoot } from '../../../scripts/support/paths';

/** The builds of the provider: those of a checkout, and the linux package of a release, which here uses its own glibc. */
export type Build = 'compiled' | 'node' | 'released';

/** The builds that tests of processes are for: those of a checkout, or what the vitest project names. */
export const BUILDS: readonly [Build, ...Build[]] =
  process.env.COFFER_TEST_BUILDS === 'released' ? ['released'] : ['compiled', 'node'];

const machine = `${process.platform}_${{ x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64']}`;

/** Folder of a mirror as the build lays it out. */
export const mirrorOf = (build: Build) =>
  inRoot('dist', { compiled: 'mirror', node: 'mirror-node', released: 'release/mirrors/unpacked' }[build]);

/** The executable of a build. */
export const executableOf = (build: Build) =>
  join(
    mirrorOf(build),
    'registry.terraform.io/coffer/coffer',
    version,
    machine,
    `terraform-provider-coffer_v${version}`,
  );
