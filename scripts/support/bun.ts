import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const platform = { darwin: 'darwin', linux: 'linux', win32: 'windows' }[process.platform as string];
const architecture = { arm64: 'aarch64', x64: 'x64' }[process.arch as string];
const manifest = createRequire(import.meta.url).resolve(`@oven/bun-${platform}-${architecture}/package.json`);

/** Package manifest of Bun for this machine, which npm installs as an optional dependency. */
export const BUN_MANIFEST = manifest;

/** Bun's executable for this machine. The package `bun` would install it with an install script, which npm 12 does not run. */
export const BUN = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun');
