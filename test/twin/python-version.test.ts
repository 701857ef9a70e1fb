import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FOR_CDKTF, FOR_CDKTN } from '../../scripts/packages/library';
import { readmeOf } from '../../scripts/packages/readme';
import { inRoot } from '../../scripts/support/paths';
import { TWIN } from '../../scripts/twin/tools';

test.each([
  [FOR_CDKTF, inRoot('node_modules')],
  [FOR_CDKTN, join(TWIN, 'node_modules')],
])('the page of $npm on PyPI names the Python that its metadata asks for', (library, modules) => {
  const pacmak = readFileSync(join(modules, 'jsii-pacmak/lib/targets/python.js'), 'utf8');
  const [, metadata] = /python_requires: '[>~]=(3\.\d+)'/.exec(pacmak) ?? [];

  const [, page] = /Python (3\.\d+) or newer/.exec(readmeOf(library, 'python')) ?? [];

  expect(metadata).toMatch(/^3\./);
  expect(page).toBe(metadata);
});
