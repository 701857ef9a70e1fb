import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { page } from '../../../../framework/reference/markdown';
import { writePages } from '../../../../framework/reference/write';

const generated = (name: string) => page({ title: name, description: `${name}.` }, `# ${name}`);

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

it('removes generated pages of what is gone, and nothing else', async () => {
  const quoting = `# About\n\n${generated('quoted')}`;
  const folder = await folderWith({
    'resources/gone.md': generated('gone'),
    'resources/windows.md': generated('windows').replaceAll('\n', '\r\n'),
    'resources/kept.md': generated('before'),
    'resources/hand.md': '# Written by hand\n',
    'resources/quoting.md': quoting,
    'functions/keep.txt': 'text',
    'functions/deeper/page.md': generated('deeper'),
    'guides/guide.md': generated('guide'),
  });

  await writePages(new Map([['resources/kept.md', generated('kept')]]), folder);

  expect((await readdir(join(folder, 'resources'))).sort()).toEqual(['hand.md', 'kept.md', 'quoting.md']);
  expect(await readFile(join(folder, 'resources/kept.md'), 'utf8')).toBe(generated('kept'));
  expect((await readdir(join(folder, 'functions'), { recursive: true })).sort()).toEqual([
    'deeper',
    join('deeper', 'page.md'),
    'keep.txt',
  ]);
  expect(await readdir(join(folder, 'guides'))).toEqual(['guide.md']);
});

it('changes nothing where it would replace a page that is not generated', async () => {
  const folder = await folderWith({ 'resources/gone.md': generated('gone'), 'index.md': '# Mine\n' });

  const pages = new Map([
    ['resources/new.md', generated('new')],
    ['index.md', generated('index')],
  ]);
  await expect(writePages(pages, folder)).rejects.toThrow(
    `${join(folder, 'index.md')} is not a generated page. Move it, or write the pages to another folder.`,
  );

  expect(await readdir(join(folder, 'resources'))).toEqual(['gone.md']);
  expect(await readFile(join(folder, 'index.md'), 'utf8')).toBe('# Mine\n');
});
