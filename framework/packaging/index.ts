/**
 * For build scripts: from the code of a provider to what Terraform installs. `bundleProvider` makes one text of the code, which `buildForHost`
 * compiles for this machine, and `makeRelease` for every platform, into a folder. `findBun` and `requireBun` find the compiler, Bun, among the
 * packages of a project: the first returns undefined if there is none, the second throws.
 */
export { type Build, buildForHost } from './build';
export { type Bun, findBun, requireBun } from './bun';
export { type Bundle, bundleProvider, type Code } from './bundle';
export type { Names, ProviderVersion } from './names';
export { hostPlatform, PLATFORMS, type Platform } from './platforms';
export type { Glibc } from './program-files';
export { makeRelease, type ReleaseOptions } from './release';
export type { Entry } from './zip';
