import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { buildTwin } from '../../scripts/build-twin';
import { must } from '../../scripts/support/run';
import { TWIN_LIBRARY } from '../../scripts/twin/library';
import { twinBin } from '../../scripts/twin/tools';
import { inFull } from '../support/dice';
import { hasToolChain } from '../support/tool-chain';
import { deploySynthesized } from './deploy-synthesized';
import { Newcomer } from './newcomer';
import { expectSuccess, typePage } from './page-story';
import { toTwin } from './to-twin';

/*
 * The twin for CDK Terrain. Its example is deployed with `cdktn`, by the commands on its page. The examples in Python and Go are
 * changed over to it, and synthesized with `cdktn`; Terraform deploys them. With COFFER_TEST_SCALE=1 `cdktn` deploys every example, and
 * the examples in its documentation are compiled.
 */

const BUILD_TIMEOUT_MS = 900_000;
const TIMEOUT_MS = 600_000;

/** Languages that a page installs something for. */
const LANGUAGES = [
  { name: 'Python', example: 'python', found: await hasToolChain('Python', 'the twin in Python') },
  { name: 'Go', example: 'go', found: await hasToolChain('Go', 'the twin in Go') },
];
const OTHERS = ['rotation', 'pull-secret-ecr', 'multi-project'];
const deployedWithCdktn = [...OTHERS, ...LANGUAGES.filter(({ found }) => found).map(({ example }) => example)];

let terrain: Newcomer;
beforeAll(async () => {
  await buildTwin();
  terrain = await Newcomer.arrive('cdk-terrain');
  await terrain.startEmulator();
  expectSuccess(await terrain.type(/^npm install /));
}, BUILD_TIMEOUT_MS);
afterAll(() => terrain[Symbol.asyncDispose]());

it('the commands on the page of its example work, and leave nothing', () => typePage(terrain, 'cdktn'), TIMEOUT_MS);

it.each(LANGUAGES.filter(({ found }) => found))(
  '$name: the package is installed into an empty environment, and the example deployed',
  async ({ example }) => {
    await using newcomer = await arrive(example);
    await newcomer.startEmulator();

    expectSuccess(await newcomer.type(/ synth$/));

    await deploySynthesized(newcomer.folder);
  },
  TIMEOUT_MS,
);

it.each(inFull ? ['jsii-rosetta'] : [])(
  'the examples in its documentation compile in the strict mode of %s',
  async (name) => {
    await must(twinBin(name), ['extract', '--strict', '.'], { cwd: TWIN_LIBRARY });
  },
  TIMEOUT_MS,
);

it.each(inFull ? deployedWithCdktn : [])(
  'the commands on the page of %s work with cdktn, and leave nothing',
  async (example) => {
    await using newcomer = await arrive(example);
    await newcomer.startEmulator();

    await typePage(newcomer, 'cdktn');
  },
  TIMEOUT_MS,
);

/** Changes an example over, in a clone where cdktn is installed. */
function arrive(example: string): Promise<Newcomer> {
  return Newcomer.arrive(example, async (folder) => {
    await toTwin(folder);
    await symlink(join(terrain.folder, 'node_modules'), join(folder, 'node_modules'));
  });
}
