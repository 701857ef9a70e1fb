import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FOR_CDKTF, FOR_CDKTN } from '../../../../scripts/packages/library';
import { readmeOf } from '../../../../scripts/packages/readme';
import { inRoot } from '../../../../scripts/support/paths';

test.each([
  [FOR_CDKTF, 'jsii-pacmak'],
  [FOR_CDKTN, 'jsii-pacmak-of-cdktn'],
])('the page of $npm on PyPI names the Python that its metadata asks for', (library, pacmakName) => {
  const pacmak = readFileSync(inRoot('node_modules', pacmakName, 'lib/targets/python.js'), 'utf8');
  const [, metadata] = /python_requires: '[>~]=(3\.\d+)'/.exec(pacmak) ?? [];

  const [, page] = /Python (3\.\d+) or newer/.exec(readmeOf(library, 'python')) ?? [];

  expect(metadata).toMatch(/^3\./);
  expect(page).toBe(metadata);
});
