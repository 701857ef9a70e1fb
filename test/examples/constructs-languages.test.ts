import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildConstructs } from '../../scripts/build-constructs';
import { forgetOurs, MAVEN_REPOSITORY } from '../../scripts/constructs/maven';
import { inRoot } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import { hasToolChain } from '../support/tool-chain';
import { WebAppStory } from './web-app-story';

/*
 * The web application in the other languages: each is built against the package that was just made, as its page says, in an
 * environment with nothing else in it, and deployed. What it synthesizes is what the TypeScript example synthesizes.
 */

/** Making the packages for the first time fetches the tools of every language. */
const BUILD_TIMEOUT_MS = 900_000;
const TIMEOUT_MS = 300_000;

const STACK = 'web-app';

const python = await hasToolChain('constructs in Python', ['python3', '-m', 'venv', '--help']);
const java = await hasToolChain('constructs in Java', ['mvn', '--version']);
const go = await hasToolChain('constructs in Go', ['go', 'version']);

beforeAll(async () => {
  if (python || java || go) await buildConstructs();
}, BUILD_TIMEOUT_MS);

it.runIf(python)(
  'Python: the wheel is installed into an empty environment, and the example deployed',
  () =>
    deploy('python', async ({ call }) => {
      await call('python3', ['-m', 'venv', '.venv']);
      await call('.venv/bin/pip', ['install', '--quiet', '--requirement', 'requirements.txt']);
      await call('.venv/bin/python', ['main.py']);
    }),
  TIMEOUT_MS,
);

it.runIf(go)(
  'Go: the module takes the place of its published one, and the example is deployed',
  () =>
    deploy('go', async ({ call }) => {
      await call('go', ['mod', 'verify']);
      await call('go', ['run', '-mod=readonly', '.']);
    }),
  TIMEOUT_MS,
);

it.runIf(java)(
  'Java: the package comes from the folder that is its repository, and the example is deployed',
  () =>
    deploy('java', async ({ call, temporary }) => {
      await forgetOurs();
      const options = [`-Dmaven.repo.local=${MAVEN_REPOSITORY}`, `-Djava.io.tmpdir=${temporary}`];
      await call('mvn', ['--quiet', '--batch-mode', ...options, 'compile', 'exec:java']);
    }),
  TIMEOUT_MS,
);

interface Example {
  /** Runs a command in the folder of the example. */
  call(program: string, args: readonly string[]): Promise<unknown>;
  /** For what a program leaves. */
  readonly temporary: string;
}

/** Has an example synthesized in a copy that sees nothing of the checkout but the packages, and deploys what came of it. */
async function deploy(language: string, synthesize: (example: Example) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), `coffer-${language}-`));
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 10 }));
  const [folder, out, temporary] = [join(root, 'examples/constructs', language), join(root, 'out'), join(root, 'tmp')];
  await cp(inRoot('examples/constructs', language), folder, { recursive: true, filter: isSource });
  await symlink(inRoot('dist'), join(root, 'dist'));
  await mkdir(temporary);
  const env = {
    CDKTF_OUTDIR: out,
    CHECKPOINT_DISABLE: '1',
    TMPDIR: temporary,
    JSII_RUNTIME_PACKAGE_CACHE_ROOT: join(root, 'jsii'),
  };
  await synthesize({ temporary, call: (program, args) => must(program, args, { cwd: folder, env }) });
  const synthesized = join(out, 'stacks', STACK, 'cdk.tf.json');

  expect(await resourcesOf(synthesized)).toEqual(await resourcesOf(inRoot('test/src/examples/web-app.snap')));
  const story = await WebAppStory.start('compiled', async (workspace) => {
    // The state goes where the story searches for values.
    const code = (await readFile(synthesized, 'utf8')).replaceAll(folder, workspace.folder);
    await writeFile(join(workspace.folder, 'main.tf.json'), code);
  });
  await story.apply();
  await story.planNothing();
  await story.readOutputs();
  await story.searchForValues();
  await story.destroy();
}

/** Whether a path is no leftover of someone who has tried the example where it is. */
const isSource = (path: string) => !/\/(\.venv|target|cdktf\.out)$/.test(path);

/** What a stack declares, without the comments that say from where. */
async function resourcesOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  const withoutComments = (key: string, value: unknown) => (key === '//' ? undefined : value);
  const { terraform: _, ...declared } = JSON.parse(await readFile(path, 'utf8'), withoutComments) as Record<
    string,
    unknown
  >;
  return declared;
}
