import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPlain, runInPlainCopy } from '../../../../scripts/support/plain-checkout';
import { must } from '../../../../scripts/support/run';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

/** What builds do in a checkout whose path their tools cannot handle. */

const ODD = "a b's Jörg";

/** A checkout in an odd folder, with a repository, packages and an earlier build. */
async function checkout(): Promise<string> {
  const folder = temporaryFolder();
  const root = join(folder, ODD);
  const files = {
    'src/source.txt': 'source',
    'node_modules/tool/index.js': 'tool',
    'dist/release/file': 'an earlier one',
    'dist/kept': 'kept',
    '.test/scratch': 'scratch',
    '.gitignore': 'node_modules\ndist\nbuild\n.test\n',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), text);
  }
  await mkdir(join(root, 'node_modules/.bin'));
  await symlink('../tool/index.js', join(root, 'node_modules/.bin/tool'));
  const git = ['-c', 'user.name=tests', '-c', 'user.email=tests@coffer.example'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    ['commit', '--quiet', '--message', 'first'],
  ]) {
    await must('git', [...git, ...args], { cwd: root });
  }
  return root;
}

test.each([
  ['/home/user_1/coffer-0.1+x', true],
  ['/home/a b/coffer', false],
  ['/home/Jörg/coffer', false],
  ['/home/a$b/coffer', false],
])('whether tools can build in %s: %s', (path, plain) => {
  expect(isPlain(path)).toBe(plain);
});

test('a command runs in a copy with a plain path, and what it built comes home', async () => {
  const root = await checkout();
  const build = [
    'test "$(readlink node_modules/.bin/tool)" = ../tool/index.js',
    'test "$(cat node_modules/.bin/tool)" = tool',
    'test ! -e .test',
    // The repository of the checkout, and no changes in it.
    'test -z "$(git status --porcelain)"',
    'git log -1 --format=%s > dist/commit',
    'pwd > dist/where',
    'echo new > dist/release/file',
    'mkdir build && cp src/source.txt build/made && chmod 755 build/made && ln -s made build/link',
  ];

  await runInPlainCopy(root, 'sh', ['-ec', build.join('\n')]);

  const where = (await readFile(join(root, 'dist/where'), 'utf8')).trim();
  expect(isPlain(where)).toBe(true);
  expect(await stat(where).catch(() => undefined)).toBeUndefined();
  expect(await readFile(join(root, 'dist/commit'), 'utf8')).toBe('first\n');
  expect(await readFile(join(root, 'dist/release/file'), 'utf8')).toBe('new\n');
  expect(await readFile(join(root, 'dist/kept'), 'utf8')).toBe('kept');
  expect(await readFile(join(root, 'build/link'), 'utf8')).toBe('source');
  expect((await stat(join(root, 'build/made'))).mode & 0o777).toBe(0o755);
  expect((await must('git', ['status', '--porcelain'], { cwd: root })).stdout).toBe('');
});
