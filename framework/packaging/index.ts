/** For build scripts: from the code of a provider to what Terraform installs. */
export { type Build, buildForHost } from './build';
export { type Bun, findBun, requireBun } from './bun';
export { type Bundle, bundleProvider, type Code } from './bundle';
export type { Names, ProviderVersion } from './names';
export { hostPlatform, PLATFORMS, type Platform } from './platforms';
export type { Glibc } from './program-files';
export { makeRelease, type ReleaseOptions } from './release';
export type { Entry } from './zip';
