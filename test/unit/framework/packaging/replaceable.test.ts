import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFolder, requireOwn, requireReplaceable } from '../../../../framework/packaging/output-folder';
import { temporaryFolder } from '../../support/temporary-folder';

const OF = { typeName: 'notes', source: 'example/notes', version: '0.1.0' };

/** A folder with these files, and the project beside it. */
function folderWith(...files: readonly string[]) {
  const parent = realpathSync(temporaryFolder());
  const [folder, project] = [join(parent, 'out'), join(parent, 'project')];
  for (const one of [folder, project]) mkdirSync(one);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  return { parent, folder, project };
}

/** The sentence with which a release refuses a folder with these files. */
function refusal(...files: readonly string[]): string | undefined {
  const { folder, project } = folderWith(...files);
  try {
    requireReplaceable(folder, project, OF);
    return undefined;
  } catch (error) {
    return (error as Error).message.replaceAll(join(folder, '/'), '').replaceAll(sep, '/');
  }
}

const PREFIX = 'terraform-provider-notes_0.0.9_';

it.each([
  [[]],
  [['linux_amd64.zip', 'manifest.json', 'SHA256SUMS', 'SHA256SUMS.sig'].map((name) => PREFIX + name)],
  [
    ['packed', 'unpacked'].flatMap((mirror) =>
      ['terraform.io', 'opentofu.org'].map((host) => `mirrors/${mirror}/registry.${host}/example/notes/a`),
    ),
  ],
])('a release replaces what an earlier one has made: %j', (files) => {
  expect(refusal(...files)).toBeUndefined();
});

it.each([
  [['a'], 'a is'],
  [['a', 'b', 'c'], 'a, b, c are'],
  [['a', 'b', 'c', 'd', 'mirrors/e'], 'a, b, c and 2 more are'],
  ...[
    `${PREFIX}SHA256SUMS.asc`,
    `x${PREFIX}linux_amd64.zip`,
    'terraform-provider-notes.zip',
    'terraform-provider-other_0.1.0_linux_amd64.zip',
    '.git',
    'mirrors/packed/registry.terraform.io/example/notes',
    'mirrors/other/registry.terraform.io/example/notes/a',
    'mirrors/packed/example.org/example/notes/a',
    'mirrors/packed/registry.terraform.io/other/notes/a',
  ].map((file): [string[], string] => [[file], `${file} is`]),
])('a release does not replace other files, and names three of them: %j', (files, are) => {
  expect(refusal(...files)).toContain(`and ${are} no part of one.`);
});

it('a release replaces neither the project nor the working directory, by whatever path', () => {
  const { parent, folder, project } = folderWith();
  symlinkSync(parent, join(folder, 'link'));
  const check =
    (one: string, own = project) =>
    () =>
      requireReplaceable(one, own, OF);

  expect(check(project)).toThrow(`${project} contains ${project},`);
  expect(check(join(folder, 'link'))).toThrow(`${join(folder, 'link')} contains ${project},`);
  expect(check(process.cwd())).toThrow(`${process.cwd()} contains ${process.cwd()},`);
  mkdirSync(join(parent, 'proj'));
  expect(check(join(parent, 'proj'))).not.toThrow();
  expect(check(join(parent, 'none'), join(parent, 'none'))).not.toThrow();
});

it('a build replaces what is its own: by its marker, or because nothing is there', () => {
  const { folder } = folderWith('b', 'c');
  const check = (...written: readonly string[]) => requireOwn(folder, 'marker', written);

  expect(() => check('a')).not.toThrow();
  expect(() => check('a', 'c', 'b')).toThrow(`A build replaces ${join(folder, 'c')}, which no earlier one has made`);
  writeFileSync(join(folder, 'marker'), '');
  expect(() => check('a', 'c', 'b')).not.toThrow();
});

it.each(['out', 'missing'])('a folder that cannot be replaced is as it was: %s', async (name) => {
  const { parent, folder } = folderWith('old');

  await expect(replaceFolder(join(parent, name), join(parent, 'none'))).rejects.toThrow('ENOENT');

  expect(await readFile(join(folder, 'old'), 'utf8')).toBe('old');
  expect((await readdir(parent)).sort()).toEqual(['out', 'project']);
});
