import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findBun, requireBun, writeBase } from '../../../../framework/packaging/bun';
import { hostPlatform, PLATFORMS } from '../../../../framework/packaging/platforms';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

const { basePackage, suffix } = hostPlatform();
const MANIFESTS = {
  'node_modules/bun/package.json': '{ "version": "999.4.5" }',
  [`node_modules/${basePackage}/package.json`]: '{ "version": "999.4.5" }',
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
    version: '999.4.5',
    manifest: join(folder, `node_modules/${basePackage}/package.json`),
  });
});

it('a project without Bun is told how to install it', async () => {
  const folder = await projectOf({ 'package.json': '{}' });

  expect(() => requireBun(folder)).toThrow('Install it: npm install --save-dev bun');
});

/** The address of a registry that has one package, in any version, for those with a token. */
async function registryOf(archive: Buffer, name: string, version: string, token: string): Promise<string> {
  const registry = createServer(({ url, headers }, response) => {
    if (headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
    const dist = { tarball: `http://${headers.host}/archive.tgz` };
    const answer = { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } };
    response.end(url === '/archive.tgz' ? archive : JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void registry.close());
  await once(registry, 'listening');
  return `127.0.0.1:${(registry.address() as AddressInfo).port}/`;
}

it.each([
  ['', '.'],
  ['workspaces=true', '.'],
  ['workspace=a', '.'],
  ['', 'packages/a'],
])('Bun for another platform comes from the registry of the project, with its token: %s in %s', async (setting, at) => {
  const other = PLATFORMS.find(({ os }) => os !== hostPlatform().os);
  if (!other) throw new Error('there is only one system');
  const manifest = JSON.stringify({ name: other.basePackage, version: '999.4.5' });
  const packed = await projectOf({ 'package/package.json': manifest, [`package/bin/bun${other.suffix}`]: 'a Bun' });
  const archive = execFileSync('tar', ['-czf', '-', 'package'], { cwd: packed });
  const registry = await registryOf(archive, other.basePackage, '999.4.5', 'secret');
  const project = await projectOf({
    ...MANIFESTS,
    [`node_modules/${basePackage}/bin/bun${suffix}`]: '',
    'package.json': '{ "name": "all", "version": "1.0.0", "workspaces": ["packages/*"] }',
    'packages/a/package.json': '{ "name": "a", "version": "1.0.0" }',
    '.npmrc': `registry=http://${registry}\n//${registry}:_authToken=secret\n${setting}\n`,
  });

  await writeBase(join(project, at), other, join(project, 'made/bun'));

  expect(await readFile(join(project, 'made/bun'), 'utf8')).toBe('a Bun');
});
