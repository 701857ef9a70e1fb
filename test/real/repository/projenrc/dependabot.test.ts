import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { devDependencies } from '../../../../package.json';
import hashes from '../../../../projenrc/node-hashes.json';
import { NODE_VERSION } from '../../../../projenrc/pins';
import { workflows } from '../../../../projenrc/workflows';
import { TOOLS } from '../../../../projenrc/workflows/steps';
import { inRoot, ROOT } from '../../../../scripts/support/paths';

/** What is pinned is watched, and each version is in one place. */

interface Update {
  readonly 'package-ecosystem': string;
  readonly directories: readonly string[];
  readonly groups: object;
}

const { updates } = workflows['.github/dependabot.yml'] as { readonly updates: readonly Update[] };
const tree = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

/**
 * The file that pins something, by the ecosystem in Dependabot's terms. The command lines in scripts/terraform-versions are pinned on purpose: each stands for a
 * minor version to test with.
 */
const PINS: Readonly<Record<string, RegExp>> = {
  cargo: /(^|\/)Cargo\.toml$/,
  docker: /(^|\/)Dockerfile$/,
  gomod: /(^|\/)go\.mod$/,
  gradle: /(^|\/)build\.gradle(\.kts)?$/,
  maven: /(^|\/)pom\.xml$/,
  npm: /(^|\/)package-lock\.json$/,
  nuget: /\.csproj$/,
  pip: /(^|\/)(requirements[\w-]*\.txt|pyproject\.toml)$|^scripts\/workflows\/.*\.txt$/,
};

test.each(Object.entries(PINS))(
  'Dependabot watches every folder that pins something of %s, and no other',
  (ecosystem, pattern) => {
    const folders = tree.filter((path) => pattern.test(path)).map((path) => `/${dirname(path)}`.replace(/^\/\.$/, '/'));
    const watched = updates.filter((update) => update['package-ecosystem'] === ecosystem);

    expect(watched.flatMap(({ directories }) => directories).sort()).toEqual([...new Set(folders)].sort());
    expect(watched.map(({ groups }) => groups)).toEqual(watched.map(() => ({ all: { patterns: ['*'] } })));
  },
);

test('Node has one version everywhere: in package.json', () => {
  const dockerfile = readFileSync(inRoot('emulator/Dockerfile'), 'utf8');

  expect(devDependencies.node).toBe(NODE_VERSION);
  expect(process.versions.node).toBe(NODE_VERSION);
  expect(TOOLS.node).toBe(NODE_VERSION);
  expect(hashes.version, 'projenrc/node-hashes.json').toBe(NODE_VERSION);
  expect(readFileSync(inRoot('.node-version'), 'utf8').trim()).toBe(NODE_VERSION);
  expect(/^FROM node:([\d.]+)-/m.exec(dockerfile)?.[1]).toBe(NODE_VERSION);
});

test('every base of an image is pinned by its digest', () => {
  const bases = tree
    .filter((path) => PINS.docker?.test(path))
    .flatMap((path) => readFileSync(inRoot(path), 'utf8').match(/^FROM .*$/gm) ?? []);

  expect(bases.length).toBeGreaterThan(2);
  expect(bases.filter((line) => !/@sha256:[0-9a-f]{64}( AS \w+)?$/.test(line) && line !== 'FROM scratch')).toEqual([]);
});
