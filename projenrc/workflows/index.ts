import { build } from './build';
import { release } from './release';
import { codeScanning, dependabot, dependencies } from './upkeep';

/** The files that projen writes into `.github/`, by path. */
export const workflows: Readonly<Record<string, object>> = {
  '.github/workflows/build.yml': build,
  '.github/workflows/release.yml': release,
  '.github/workflows/dependencies.yml': dependencies,
  '.github/workflows/code-scanning.yml': codeScanning,
  '.github/dependabot.yml': dependabot,
};
