import { devDependencies, optionalDependencies } from '../package.json';

const PINS: Readonly<Record<string, string>> = { ...optionalDependencies, ...devDependencies };

/**
 * A dependency in the exact version that package.json has. The versions are there and nowhere else, so that Dependabot can raise them: projen,
 * which writes that file, takes them from it. Throws for a new one: `npm install --save-dev --save-exact NAME` pins it.
 */
export function pinned(name: string): string {
  return `${name}@${versionOf(name)}`;
}

export function versionOf(name: string): string {
  const version = PINS[name];
  if (version === undefined)
    throw new Error(`package.json does not pin ${name}: npm install --save-dev --save-exact ${name}`);
  return version;
}

/**
 * Version of Node that builds, tests and runs everything (internals/decisions/0001-node-from-npm.md). Workflows and `.node-version` take it
 * from here; a test compares it with the image of the emulator.
 */
export const NODE_VERSION = versionOf('node');
