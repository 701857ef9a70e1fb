import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundleProvider } from '../../../../framework/packaging/bundle';
import { writeNodeEdition } from '../../../../framework/packaging/node-edition';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

const NAMES = { typeName: 'demo', source: 'example/demo', version: '1.2.3' };

/** An edition whose code prints `text`, and the user's cache folder. */
async function edition(text = 'one') {
  const folder = temporaryFolder();
  const [caches, install] = [join(folder, 'caches'), join(folder, 'package')];
  const [script = ''] = writeNodeEdition(install, NAMES, `console.log(${JSON.stringify(text)});`);
  await mkdir(caches);
  return { install, caches, own: join(caches, 'terraform-provider-demo'), script };
}

/** Runs the edition as Terraform does. `used` says whether V8 took compiled code of an earlier process. */
async function start(script: string, caches: string, more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, NODE_V8_COVERAGE: undefined, XDG_CACHE_HOME: caches, ...more };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], {
    env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
  });
  const printed = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('['));
  return { printed, used: /provider\.mjs.* was accepted/.test(`${stdout}${stderr}`) };
}

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe('the edition for Node', () => {
  it('runs the bundle of a relative folder, whose code does not see where it was made', async () => {
    const { caches } = await edition();
    const folder = dirname(caches);
    await writeFile(join(folder, 'main.ts'), 'console.log(__filename);');
    const { text } = await bundleProvider({ folder: relative(process.cwd(), folder), main: 'main.ts' }, NAMES);
    const [script = ''] = writeNodeEdition(join(folder, 'bundled'), NAMES, text);
    expect((await start(script, caches)).printed).toEqual(['terraform-provider-demo']);
  });

  it('uses the compiled code of an earlier process, which lies in a folder of this account alone', async () => {
    const { script, caches, own } = await edition();

    const first = await start(script, caches);
    const second = await start(script, caches);

    expect([first, second]).toEqual([
      { printed: ['one'], used: false },
      { printed: ['one'], used: true },
    ]);
    expect((await stat(own)).mode & 0o777).toBe(0o700);
  });

  it('writes nothing into the package, whose hash Terraform checks', async () => {
    const { script, caches, install } = await edition();

    await start(script, caches);

    expect((await readdir(install)).sort()).toEqual(['package.json', 'provider.mjs', basename(script)]);
  });

  it('runs the code that is there, not what was compiled of another that was at the same place', async () => {
    const { script, caches, install } = await edition('one');
    await start(script, caches);
    await writeFile(join(install, 'provider.mjs'), 'console.log("two");');

    expect(await start(script, caches)).toEqual({ printed: ['two'], used: false });
  });

  it('starts several times at once', async () => {
    const { script, caches } = await edition();

    const all = await Promise.all(Array.from({ length: 6 }, () => start(script, caches)));

    expect(all.flatMap(({ printed }) => printed)).toEqual(Array(6).fill('one'));
    expect(await start(script, caches)).toEqual({ printed: ['one'], used: true });
  });

  it.each([
    ['that others can write to', async (own: string) => mkdir(own).then(() => chmod(own, 0o777))],
    ['that is a link', async (own: string) => mkdir(`${own}-target`).then(() => symlink(`${own}-target`, own))],
    ['that is a file', async (own: string) => writeFile(own, '')],
  ])('uses no cache folder %s', async (_which, make) => {
    const { script, caches, own } = await edition();
    await make(own);

    expect(await start(script, caches)).toEqual({ printed: ['one'], used: false });
    expect(await start(script, caches)).toEqual({ printed: ['one'], used: false });
    expect((await filesBelow(caches)).filter(({ name }) => name !== basename(own))).toEqual([]);
  });

  it.each([
    ['no cache folder can be made', (caches: string) => ({ XDG_CACHE_HOME: join(caches, 'file/below') })],
    ['no place for one is known', () => ({ XDG_CACHE_HOME: '', HOME: '' })],
    ['the place is not an absolute path', () => ({ XDG_CACHE_HOME: 'caches' })],
    ['Node is told to keep none', () => ({ NODE_DISABLE_COMPILE_CACHE: '1' })],
  ])('starts where %s', async (_why, variables) => {
    const { script, caches } = await edition();
    await writeFile(join(caches, 'file'), '');

    expect(await start(script, caches, variables(caches))).toEqual({ printed: ['one'], used: false });
    await rm(join(caches, 'file'));
    expect(await filesBelow(caches)).toEqual([]);
  });
});
