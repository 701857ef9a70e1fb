import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildConstructs } from '../../../scripts/build-constructs';
import { buildTwin } from '../../../scripts/build-twin';
import { TWIN_LIBRARY } from '../../../scripts/constructs/twin';
import { FOR_CDKTF, FOR_CDKTN } from '../../../scripts/packages/library';
import { programOf } from '../../../scripts/packages/readme';
import { bin } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { expr } from '../../host/src/expr';
import { isSeeded, sampled } from '../../support/dice';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { hasToolChain } from '../support/tool-chain';
import { expectDeclared, resourcesOf } from './declared';
import { featuresIn } from './features';
import { typeInstallPage } from './install-page';
import { Newcomer } from './newcomer';
import { expectSuccess, typePage } from './page-story';
import { checkPythonTypes } from './python-types/check';
import { referenceProgram } from './reference-program';
import { type Program, runBeside } from './sibling';
import { toTwin } from './to-twin';

/*
 * The web application in another language, which is drawn (a run with a seed has each), for cdktf or for cdktn, which is drawn, too. It is built against
 * the newly built package, by the commands on its page, in an otherwise empty environment. It synthesizes the same stack as the TypeScript example.
 * Beside each example the test synthesizes the program on the page of the package, and with it the program of `features/`, which must declare the same
 * as test/real/deploy/features.ts. For cdktn it runs the examples of the reference. What is written in Python passes `mypy --strict` and pyright. What
 * they declare is deployed by constructs-web-app.test.ts and test/real/deploy/features.test.ts. The page that installs the constructs in one language,
 * which is drawn, is typed up to the deployment. A run with a seed also types the pages of the examples in TypeScript to the end, and one more.
 *
 * All in one file, so that tests use Maven's repository and the build folders one after another.
 */

/** The first build of the packages fetches the tools of every language. */
const BUILD_TIMEOUT_MS = 900_000;
const TIMEOUT_MS = 600_000;

const LANGUAGES = [
  { name: 'Python', example: 'python' },
  { name: 'Java', example: 'java' },
  { name: 'Go', example: 'go' },
] as const;
const found = await Promise.all(LANGUAGES.map(({ name }) => hasToolChain(name, `constructs in ${name}`)));
const all = LANGUAGES.filter((_, index) => found[index]);
const drawn = sampled('languages of constructs', all, 1, all.length);
const here = drawn.flatMap(({ name, example }) =>
  sampled(`framework of ${name}`, ['cdktf', 'cdktn'] as const, 1).map((cli) => ({ name, example, cli })),
);
const installable = [
  { name: 'TypeScript', target: 'js' } as const,
  ...all.map(({ name, example: target }) => ({ name, target })),
];
/** TypeScript examples, one of whose pages is typed in a run with a seed. */
const OTHERS = ['rotation', 'pull-secret-ecr', 'multi-project'].flatMap((example) =>
  (['cdktf', 'cdktn'] as const).map((cli) => ({ example, cli })),
);

/** Where an example and the program on the page of a package have their stack. */
const STACK = 'cdktf.out/stacks/web-app/cdk.tf.json';

/** What the program on the page of every package declares. */
const PAGE = [
  'provider.coffer [{}]',
  `resource.coffer_access_key.Reader_F7BF189D {"bucket_ids":["${expr('coffer_bucket.Uploads_4F6EB0FD.id')}"],` +
    '"permissions":{"owner":false,"read":true,"write":false},"store_in":{"secret_name":"uploads-reader"}}',
  'resource.coffer_bucket.Uploads_4F6EB0FD {"max_size":5368709120}',
  `resource.coffer_secret.DbPassword_10268EB9 {"name":"db-password","value_wo":"${expr('var.db_password')}",` +
    '"value_wo_version":"var.db_password/1"}',
  'variable.db_password {"ephemeral":true,"nullable":false,"sensitive":true,"type":"string"}',
];

beforeAll(async () => {
  await buildConstructs();
  await buildTwin();
}, BUILD_TIMEOUT_MS);

let terrain: Newcomer | undefined;
afterAll(() => terrain?.[Symbol.asyncDispose]());

/** The example for cdktn, with its packages installed as its page says. */
async function onTerrain(): Promise<Newcomer> {
  if (terrain) return terrain;
  terrain = await Newcomer.arrive('cdk-terrain');
  await terrain.startEmulator();
  expectSuccess(await terrain.type(/^npm install /));
  return terrain;
}

it.each(isSeeded ? ['cdk-terrain'] : [])(
  'the commands on the page of %s work with cdktn',
  async () => typePage(await onTerrain(), 'cdktn'),
  TIMEOUT_MS,
);

it.each(here)(
  '$name: the package for $cli is installed into an empty environment, and declares what TypeScript declares',
  async ({ example, cli }) => {
    await using newcomer = await arrive(example, cli);
    await newcomer.startEmulator();

    expectSuccess(await newcomer.type(/ synth$/));

    await expectDeclared(join(newcomer.folder, STACK), 'web-app.snap');

    const page = programOf(cli === 'cdktf' ? FOR_CDKTF : FOR_CDKTN, example) as Program;
    const features = await featuresIn(example, cli);
    const { folder, typed } = await runBeside(newcomer, example, 'page-of-the-package', features, page);
    expectSuccess([typed]);
    const misplaced = [...typed.output.matchAll(/^misplaced: (.*)$/gm)].map(([, line = '']) => line);
    expect(misplaced.length).toBeGreaterThan(8);
    expect(misplaced.filter((line) => !/^refused .* true$/i.test(line))).toEqual([]);
    if (example === 'python') await expectTyped(newcomer.folder, folder);
    expect(await resourcesOf(join(folder, STACK))).toEqual(PAGE);
    await expectDeclared(join(folder, 'features.out/stacks/features/cdk.tf.json'), 'features.snap');
    if (cli === 'cdktf') return;

    if (example === 'python') {
      const [tests = ''] = codeOf(readPage('docs/constructs/other-languages.md'), 'python');
      const calls = [...tests.matchAll(/^def (test_\w+\(\))/gm)].map(([, call]) => `print("${call}", ${call})\n`);
      const page = { file: 'test_storage.py', code: `${tests}\n${calls.join('')}` };
      const tested = await runBeside(newcomer, example, 'page-of-the-guide', page);
      expectSuccess([tested.typed]);
      expect(calls).toHaveLength(3);
    }
    const { count, ...reference } = await referenceProgram(example);
    const examples = await runBeside(newcomer, example, 'examples-of-the-reference', reference);
    expectSuccess([examples.typed]);
    expect(examples.typed.output).toContain(`done ${count}`);
    expect(count).toBeGreaterThan(25);
  },
  TIMEOUT_MS,
);

it.each(isSeeded ? ['web-app'] : [])(
  'the commands on the page of %s work, and what cdktf has deployed plans empty with cdktn, changed over as the guide says',
  async (example) => {
    await using newcomer = await Newcomer.arrive(example);
    await newcomer.startEmulator();

    await typePage(newcomer, 'cdktf', async () => {
      const changed = `${newcomer.folder}-changed-over`;
      await cp(newcomer.folder, changed, { recursive: true, filter: (path) => !path.endsWith('/cdktf.out') });
      await toTwin(changed);
      await symlink(join((await onTerrain()).folder, 'node_modules'), join(changed, 'node_modules'));
      const diff = await newcomer.say('cd ../web-app-changed-over && npx cdktn diff --skip-provider-lock');

      expectSuccess([diff]);
      expect(diff.output).toContain('No changes.');
      expect(diff.output).not.toContain('to add');
    });
  },
  TIMEOUT_MS,
);

it.each(isSeeded ? sampled('pages of examples that are typed', [...here, ...OTHERS], 1) : [])(
  'the commands on the page of $example work with $cli, and leave nothing',
  async ({ example, cli }) => {
    await using newcomer = await arrive(example, cli);
    await newcomer.startEmulator();

    await typePage(newcomer, cli);
  },
  TIMEOUT_MS,
);

it.each(sampled('install pages that are typed', installable, 1))(
  'the page that installs the constructs for $name is typed from top to bottom in an empty folder, and its plan is empty',
  async ({ target }) => {
    const printed = await typeInstallPage(target);

    expect(printed).toContain('Apply complete! Resources: 3 added');
    expect(printed).toContain('No changes.');
    expect(printed).toContain('Destroy complete! Resources: 3 destroyed');
  },
  TIMEOUT_MS,
);

it.each(isSeeded ? ['jsii-rosetta'] : [])(
  'the examples in the documentation for cdktn compile in the strict mode of %s',
  async (name) => {
    await must(bin(name), ['extract', '--strict', '.'], { cwd: TWIN_LIBRARY });
  },
  TIMEOUT_MS,
);

/** What the page of the example and the programs beside it write is right for type checkers, and what is wrong is not. */
async function expectTyped(example: string, beside: string): Promise<void> {
  const wrong = join(beside, 'wrong.py');
  const [imports] = (await readFile(join(beside, 'features.py'), 'utf8')).match(/^from cdkt\w+_coffer/m) ?? [];
  await writeFile(wrong, `${imports} import Permission, Size\n\nsize: Size = Permission.READ\n`);
  // Two programs of one name are one module to mypy.
  const programs = [[join(example, 'main.py')], [join(beside, 'main.py'), join(beside, 'features.py')], [wrong]];
  const python = join(example, '.venv/bin/python');

  const found = await checkPythonTypes(python, programs);

  expect(found).toEqual([
    { mypy: [], pyright: [] },
    { mypy: [], pyright: [] },
    { mypy: [expect.stringContaining('wrong.py:3')], pyright: [expect.stringContaining('wrong.py:3')] },
  ]);
}

/** For cdktn the example is converted, in a clone with cdktn installed. */
async function arrive(example: string, cli: 'cdktf' | 'cdktn'): Promise<Newcomer> {
  if (cli === 'cdktf') return Newcomer.arrive(example);
  const installed = await onTerrain();
  return Newcomer.arrive(example, async (folder) => {
    await toTwin(folder);
    await symlink(join(installed.folder, 'node_modules'), join(folder, 'node_modules'));
  });
}
