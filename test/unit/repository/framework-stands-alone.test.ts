import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../../../projenrc/names';
import { inRoot } from '../../../scripts/support/paths';

const TESTS = ['unit', 'host', 'real'].map((project) => `test/${project}/framework`);

/** The files below a folder of the checkout, without what is generated. */
const filesBelow = (folder: string) =>
  readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/generated'))
    .map((entry) => ({ file: entry.name, text: readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8') }));

it('no file of the framework names the provider that it was made for, except in the name of their repository', () => {
  const files = filesBelow('framework');

  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(({ text }) => /coffer/i.test(text.replaceAll(REPOSITORY, ''))).map(({ file }) => file)).toEqual(
    [],
  );
});

it('no test of the framework imports a provider, the service or its emulator', () => {
  const files = TESTS.flatMap(filesBelow);

  expect(files.length).toBeGreaterThan(40);
  const foreign = /from '(?:\.\.\/)+(?:provider|emulator|contract|src)\/?/;
  expect(files.filter(({ text }) => foreign.test(text)).map(({ file }) => file)).toEqual([]);
});

/** The files that are loaded with a file: those that it imports at its top, and what these import. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file) || !existsSync(file)) return loaded;
  loaded.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) .*from '(\.[^']*)'/gm)) {
    loadedWith(join(dirname(file), `${path}.ts`), loaded);
  }
  return loaded;
}

it('the set-up of tests and of npm ci loads no provider: both run in a clone from which it is removed', () => {
  const config = readFileSync(inRoot('vitest.config.mts'), 'utf8');
  const setUp = ['make-sources', 'in-this-process', 'well-made-messages'].map((name) => `test/set-up/${name}.ts`);
  const files = [...setUp, 'scripts/prepare.ts'].flatMap((file) => [...loadedWith(inRoot(file))]);

  expect(setUp.filter((file) => !config.includes(`'${file}'`))).toEqual([]);
  expect(files).toContain(inRoot('scripts/sources/low-level.ts'));
  expect(files.filter((file) => file.startsWith(inRoot('provider/')))).toEqual([]);
  expect(files).not.toContain(inRoot('scripts/sources/schema.ts'));
});

it('framework and tests cite rules of the framework only', () => {
  const files = ['framework', ...TESTS].flatMap(filesBelow);

  const cited = files.flatMap(({ file, text }) =>
    [...text.matchAll(/[('](?:F\d+, )*([PEC]\d+)[,:)]/g)].map(([, rule]) => `${file}: ${rule}`),
  );
  expect(cited).toEqual([]);
});
