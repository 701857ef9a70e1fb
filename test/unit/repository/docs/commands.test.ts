import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import template from '../../../../framework/command/template/package.json';
import { scripts } from '../../../../package.json';
import { bin, inRoot } from '../../../../scripts/support/paths';
import { allPages, readPage } from './markdown';

const SCRIPT = /\bnpm (?:run (?:--silent )?([\w:-]+)|(test)\b)/g;
/** Commands that are not installed here: those of our own packages, and those that an example installs. */
const ELSEWHERE = ['coffer-emulator', 'terraform-provider-kit', 'cdktf-cli', 'cdktn', 'cdktn-cli', 'oxlint'];
/** Its page is about the commands of the project that it becomes. */
const TEMPLATE = 'framework/command/template';

const scriptsIn = (text: string) => [...text.matchAll(SCRIPT)].map(([, run, test]) => run ?? test ?? '');

it('docs/commands.md explains every command, and no other', () => {
  const rows = readPage('docs/commands.md').prose.match(/^\| `npm .*$/gm) ?? [];

  const explained = rows.flatMap((row) => scriptsIn(row.split(' | ')[0] ?? ''));

  expect(explained.sort()).toEqual(Object.keys(scripts).sort());
});

it('the commands on every page exist', () => {
  const unknown = allPages().flatMap(({ path, text }) => {
    const known = path.startsWith(TEMPLATE) ? template.scripts : scripts;
    const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    return [
      ...scriptsIn(text).filter((name) => !Object.hasOwn(known, name)),
      ...found(/\bnpx (?:-p \S+ )*(?:-- )?([\w-]+)/g).filter(
        (name) => !existsSync(bin(name)) && !ELSEWHERE.includes(name),
      ),
      ...found(/\bvitest\b.* --project (\w+)/g).filter((name) => !projectNames().includes(name)),
    ].map((name) => `${path}: ${name}`);
  });

  expect(unknown).toEqual([]);
});

it('D3: every loop on a page that waits for a process ends when that has died', () => {
  const loops = allPages().flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:until|while) .*?\bdone\b/gms)].map(([loop]) => ({ path, loop })),
  );

  expect(loops).not.toEqual([]);
  expect(loops.filter(({ loop }) => !loop.includes('kill -0'))).toEqual([]);
});

/** Read as text: the compiler settings of this tree take no import of an `.mts` file. */
function projectNames(): string[] {
  const config = readFileSync(inRoot('vitest.config.mts'), 'utf8');
  return [...config.matchAll(/\b(?:inProcess|withPrograms)\('(\w+)'\)/g)].map(([, name = '']) => name);
}
