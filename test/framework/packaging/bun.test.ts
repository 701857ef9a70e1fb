import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { findBun, requireBun } from '../../../framework/packaging/bun';
import { hostPlatform } from '../../../framework/packaging/platforms';
import { temporaryFolder } from '../../support/temporary-folder';

const { basePackage, suffix } = hostPlatform();
const MANIFESTS = {
  'node_modules/bun/package.json': '{ "version": "1.4.5" }',
  [`node_modules/${basePackage}/package.json`]: '{ "version": "1.4.5" }',
};

async function projectOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

it.each([
  ['its install script has not run', `node_modules/${basePackage}/bin/bun${suffix}`],
  ['its install script has moved it', 'node_modules/bun/bin/bun.exe'],
])('Bun is found where the package has it when %s', async (_when, file) => {
  const folder = await projectOf({ ...MANIFESTS, [file]: '' });

  expect(findBun(relative(process.cwd(), folder))).toEqual({
    path: join(folder, file),
    version: '1.4.5',
    manifest: join(folder, `node_modules/${basePackage}/package.json`),
  });
});

it('a project without Bun is told how to install it', async () => {
  const folder = await projectOf({ 'package.json': '{}' });

  expect(() => requireBun(folder)).toThrow('Install it: npm install --save-dev bun');
});
