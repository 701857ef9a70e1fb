import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { devDependencies } from '../../../../package.json';
import hashes from '../../../../projenrc/node-hashes.json';
import { NODE_VERSION } from '../../../../projenrc/pins';
import { TOOLS } from '../../../../projenrc/workflows/steps';
import { inRoot, ROOT } from '../../../../scripts/support/paths';

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
  const dockerfiles = execFileSync('git', ['ls-files', '*Dockerfile'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  const bases = dockerfiles.flatMap((path) => readFileSync(inRoot(path), 'utf8').match(/^FROM .*$/gm) ?? []);

  expect(bases.length).toBeGreaterThan(2);
  expect(bases.filter((line) => !/@sha256:[0-9a-f]{64}( AS \w+)?$/.test(line) && line !== 'FROM scratch')).toEqual([]);
});
