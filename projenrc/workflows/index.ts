import { build } from './build';
import { codeScanning } from './code-scanning';
import { dependabot } from './dependabot';
import { dependencies } from './dependency-check';
import { release } from './release';

/** The files that projen writes into `.github/`, by path. */
export const workflows: Readonly<Record<string, object>> = {
  '.github/workflows/build.yml': build,
  '.github/workflows/release.yml': release,
  '.github/workflows/dependencies.yml': dependencies,
  '.github/workflows/code-scanning.yml': codeScanning,
  '.github/dependabot.yml': dependabot,
};
