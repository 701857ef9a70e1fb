import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { helpText } from '../../../../emulator/cli/flags';
import template from '../../../../framework/command/template/package.json';
import { scripts } from '../../../../package.json';
import { bin, inRoot } from '../../../../scripts/support/paths';
import { LANGUAGES } from '../../../real/docs/emulator-pages';
import { allPages, codeOf, readPage } from './markdown';

const SCRIPT = /\bnpm (?:run (?:--silent )?([\w:-]+)|(test)\b)/g;
/** Commands that are not installed here: those of our own packages, and those that an example installs. */
const ELSEWHERE = ['coffer-emulator', 'terraform-provider-kit', 'cdktn', 'cdktn-cli', 'oxlint'];
/** Its page is about the commands of the project that it becomes. */
const TEMPLATE = 'framework/command/template';

/** Languages whose blocks a test runs, by page: readme.test.ts and pipelines.test.ts. A block without one is a drawing. */
const RUN_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['hcl', 'ts', 'shell'],
  'pipelines/coffer-plan/README.md': ['shell', 'yaml'],
};
/** emulator-pages.test.ts follows them. */
const EMULATOR_PAGE = /^(docs\/)?emulator\//;
/** The provider's pages: hcl.test.ts runs their HCL, works-with.test.ts the lines of `groovy`; `shell`, `yaml` and `text` are for people to read. */
const PROVIDER_PAGE = /^docs\/(index\.md|.*\/)/;
/** Their commands are typed by the tests in test/real/examples/. */
const EXAMPLE = /^examples\/constructs\//;
/** test/real/examples/ types the commands of these and runs their programs (test/unit/repository/packages/install-pages.test.ts); `xml` and `json` are for files. */
const INSTALL_PAGE = /^docs\/constructs\/install\//;
/** Its examples in TypeScript are compiled by constructs.test.ts and run by test/host/src/guide.test.ts, the one in Python by test/real/examples/; `json` is for a file. */
const CONSTRUCTS_PAGE = /^docs\/constructs\//;
/** test/real/acceptance/framework-readme.test.ts and framework-example.test.ts build what is there. */
const FRAMEWORK_PAGE = /^(examples\/)?framework\//;
const runElsewhere = (path: string) =>
  EMULATOR_PAGE.test(path)
    ? LANGUAGES
    : FRAMEWORK_PAGE.test(path)
      ? ['ts', 'json', 'hcl', 'text']
      : INSTALL_PAGE.test(path)
        ? ['ts', 'python', 'java', 'go', 'xml', 'json']
        : CONSTRUCTS_PAGE.test(path)
          ? ['ts', 'json', ...(path.endsWith('/other-languages.md') ? ['python'] : [])]
          : PROVIDER_PAGE.test(path)
            ? ['hcl', 'shell', 'yaml', 'groovy', 'text']
            : (RUN_ELSEWHERE[path] ?? []);

const scriptsIn = (text: string) => [...text.matchAll(SCRIPT)].map(([, run, test]) => run ?? test ?? '');

it('the first commands of the README are the two that set everything up and that test everything', () => {
  const first = readPage('README.md').blocks.find(({ language }) => language !== 'hcl');

  const commands = first?.code.split('\n').map((line) => line.replace(/ *#.*/, ''));

  expect(first?.language).toBe('sh');
  expect(commands).toEqual(['npm ci && npm run demo', 'npm test', '']);
});

it('docs/commands.md explains every command, and no other', () => {
  const rows = readPage('docs/commands.md').prose.match(/^\| `npm .*$/gm) ?? [];

  const explained = rows.flatMap((row) => scriptsIn(row.split(' | ')[0] ?? ''));

  expect(explained.sort()).toEqual(Object.keys(scripts).sort());
});

it.each(allPages().map((page) => [page.path, page] as const))('the commands in %s exist', (path, { text }) => {
  const known = path.startsWith(TEMPLATE) ? template.scripts : scripts;
  const unknown = [
    ...scriptsIn(text).filter((name) => !Object.hasOwn(known, name)),
    ...[...text.matchAll(/\bnpx (?:-p \S+ )*(?:-- )?([\w-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(bin(name)) && !ELSEWHERE.includes(name)),
    ...[...text.matchAll(/\bvitest\b.* --project (\w+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !projectNames().includes(name)),
  ];

  expect(unknown).toEqual([]);
});

it('D3: every loop on a page that waits for a process ends when that has died', () => {
  const loops = allPages().flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:until|while) .*?\bdone\b/gms)].map(([loop]) => ({ path, loop })),
  );

  expect(loops).not.toEqual([]);
  expect(loops.filter(({ loop }) => !loop.includes('kill -0'))).toEqual([]);
});

it('the flags of the emulator in docs/commands.md exist', () => {
  const row = readPage('docs/commands.md').prose.match(/^\| `npm run --silent emulator.*$/m)?.[0] ?? '';

  const flags = [...row.matchAll(/`-- (--[\w-]+)`/g)].map(([, flag]) => flag);

  expect(flags).toHaveLength(3);
  for (const flag of flags) expect(helpText()).toContain(` ${flag} `);
});

it.each(allPages().map((page) => [page.path, page] as const))(
  'every example in %s is one that a test knows',
  (path, page) => {
    const kinds = page.blocks.map(({ language }) => language);

    const shell = (
      [EXAMPLE, INSTALL_PAGE, FRAMEWORK_PAGE].some((kind) => kind.test(path)) ? [] : codeOf(page, 'sh')
    ).flatMap((code) => code.trim().split(/\n| && /));

    expect(kinds.filter((kind) => !['', 'sh', ...runElsewhere(path)].includes(kind))).toEqual([]);
    expect(
      shell.filter(
        (command) =>
          !/^(npm (ci|test|run (--silent )?[\w:]+)|node_modules\/\.bin\/coffer-emulator)( *#.*)?$/.test(command),
      ),
    ).toEqual([]);
  },
);

/** Read as text: the compiler settings of this tree take no import of an `.mts` file. */
function projectNames(): string[] {
  const config = readFileSync(inRoot('vitest.config.mts'), 'utf8');
  return [...config.matchAll(/\b(?:inProcess|withPrograms)\('(\w+)'\)/g)].map(([, name = '']) => name);
}
