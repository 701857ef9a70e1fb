import { beforeAll, it } from 'vitest';
import { buildConstructs } from '../../scripts/build-constructs';
import { inFull } from '../support/dice';
import { hasToolChain } from '../support/tool-chain';
import { deploySynthesized } from './deploy-synthesized';
import { Newcomer } from './newcomer';
import { expectSuccess, typePage } from './page-story';

/*
 * The web application in the other languages: each is built against the package that was just made, by the commands on its page, in an
 * environment with nothing else in it. cdktf synthesizes what the TypeScript example synthesizes, and Terraform deploys it; with
 * COFFER_TEST_SCALE=1 the other commands on the page are typed, too.
 */

/** Making the packages for the first time fetches the tools of every language. */
const BUILD_TIMEOUT_MS = 900_000;
const TIMEOUT_MS = 600_000;

const LANGUAGES = [
  { name: 'Python', example: 'python' },
  { name: 'Java', example: 'java' },
  { name: 'Go', example: 'go' },
] as const;
const found = await Promise.all(LANGUAGES.map(({ name }) => hasToolChain(name, `constructs in ${name}`)));
const here = LANGUAGES.filter((_, index) => found[index]);

beforeAll(async () => {
  if (here.length > 0) await buildConstructs();
}, BUILD_TIMEOUT_MS);

it.each(here)(
  '$name: the package is installed into an empty environment, and the example deployed',
  async ({ example }) => {
    await using newcomer = await Newcomer.arrive(example);
    await newcomer.startEmulator();

    expectSuccess(await newcomer.type(/ synth$/));

    await deploySynthesized(newcomer.folder);
  },
  TIMEOUT_MS,
);

it.each(inFull ? here : [])(
  '$name: the commands on the page work, and leave nothing',
  async ({ example }) => {
    await using newcomer = await Newcomer.arrive(example);
    await newcomer.startEmulator();

    await typePage(newcomer, 'cdktf');
  },
  TIMEOUT_MS,
);
