import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { parseCommand } from '../../../emulator/cli/flags';
import { VERSION } from '../../../emulator/version';
import { IMAGES } from '../../../projenrc/names';
import { BUILT_EMULATOR } from '../../support/built-emulator';
import { unpackWheel } from '../support/python-wheel';
import { emulatorSteps } from './emulator-pages';
import { markOf } from './hcl';
import { Terminal } from './terminal';

/** Files for containers and CI on the emulator's pages: checked by schema, their commands run without a container. */

/** Has the schemas of compose and of CI systems as files; nothing of its program is run. */
const SCHEMAS = 'check-jsonschema==0.39.0';

/** projen brings a reader of YAML along. */
const yaml = createRequire(createRequire(import.meta.url).resolve('projen'))('yaml') as {
  parse(text: string): unknown;
};

interface Service {
  readonly image?: string;
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}
interface Job {
  readonly services?: Readonly<Record<string, Service>> | readonly Service[];
  readonly env?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly script?: readonly string[];
  readonly steps?: readonly { readonly name?: string; readonly run?: string }[];
}

const steps = ['docs/emulator/containers.md', 'docs/emulator/ci.md'].flatMap(emulatorSteps);
const fileNamed = (name: string) => {
  const found = steps.find((step) => markOf(step, 'file') === name);
  if (!found) throw new Error(`No page has the file ${name}.`);
  return yaml.parse(found.code);
};
const jobOf = (name: string) =>
  name.startsWith('.github')
    ? (fileNamed(name) as { jobs: { test: Job } }).jobs.test
    : (fileNamed(name) as { test: Job }).test;

const FILES = {
  'compose.yaml': 'compose-spec',
  '.github/workflows/test.yml': 'github-workflows',
  '.github/workflows/container.yml': 'github-workflows',
  '.gitlab-ci.yml': 'gitlab-ci',
} as const;

it('every file in YAML on the pages is checked here', () => {
  const named = steps.filter(({ kind }) => kind === 'yaml').map((step) => markOf(step, 'file'));

  expect(named.sort()).toEqual(Object.keys(FILES).sort());
});

it.each(Object.entries(FILES))('%s is what its schema says', async (name, schema) => {
  const folder = await unpackWheel(SCHEMAS, 'schemas of compose, GitHub and GitLab');
  if (folder === undefined) return;
  const text = readFileSync(`${folder}/check_jsonschema/builtin_schemas/vendor/${schema}.json`, 'utf8');
  const parsed = JSON.parse(text) as { $schema?: string };
  const settings = { strict: false, validateFormats: false, logger: false } as const;
  const ajv = parsed.$schema?.includes('2020') ? new Ajv2020(settings) : new Ajv(settings);
  const isValid = ajv.compile(parsed);

  expect(isValid(fileNamed(name)), JSON.stringify(isValid.errors)).toBe(true);
  // The schema tells one from the other.
  expect(isValid({ services: { coffer: { imagge: 'x' } }, jobs: 1, test: { script: 1 } })).toBe(false);
});

/** The variables of the lines of a job that export some. */
const exportedBy = (script: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    script
      .filter((line) => line.startsWith('export '))
      .flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])),
  );

/** Variables that each file gives to the emulator's container, and to those who use it. */
const started = {
  'compose.yaml': () => {
    const { services } = fileNamed('compose.yaml') as { services: Record<'coffer' | 'tests', Service> };
    return { image: services.coffer.image, emulator: services.coffer.environment, tests: services.tests.environment };
  },
  '.github/workflows/container.yml': () => {
    const { services, env } = jobOf('.github/workflows/container.yml');
    const { coffer } = services as Record<string, Service>;
    return { image: coffer?.image, emulator: coffer?.env, tests: env };
  },
  '.gitlab-ci.yml': () => {
    const { services, variables, script = [] } = jobOf('.gitlab-ci.yml');
    // All variables of the job reach the service. Those of the tests are exported by its lines.
    return { image: (services as Service[])[0]?.name, emulator: variables, tests: exportedBy(script) };
  },
};

it.each(Object.entries(started))(
  '%s starts the emulator with variables that it knows, and its tests reach it',
  async (_, read) => {
    const { image, emulator: given = {}, tests = {} } = read();
    const command = parseCommand([], { COFFER_EMULATOR_HOST: '0.0.0.0', ...given });

    expect(image).toBe(`${IMAGES.emulator}:${VERSION}`);
    if (command.kind !== 'start') throw new Error(JSON.stringify(command));
    const { seedFile: _file, ...options } = command.options;
    await using emulator = await Emulator.start({ ...options, host: '127.0.0.1', port: 0, s3Port: 0 });
    const headers = { authorization: `Bearer ${tests.COFFER_TOKEN}` };
    expect((await fetch(`${emulator.baseUrl}/secrets`, { headers })).status).toBe(200);
    expect(emulator.projectId).toBe(tests.COFFER_PROJECT_ID);
    // The same names, at the same ports, as the containers have.
    const { hostname } = new URL(tests.COFFER_BASE_URL ?? '');
    expect(new URL(given.COFFER_EMULATOR_S3_PUBLIC_URL ?? '').hostname).toBe(hostname);
    expect(tests.COFFER_BASE_URL).toBe(`http://${hostname}:4280`);
    expect(tests.COFFER_REQUIRE_EMULATOR).toBe('1');
  },
);

it('the job of GitHub that starts the package runs the tests against an emulator, whose end it awaits', async () => {
  await using terminal = await Terminal.open(BUILT_EMULATOR);
  const { steps: all = [] } = jobOf('.github/workflows/test.yml');
  const runs = all.flatMap(({ run }) => run ?? []);
  const script = 'curl --silent -H "authorization: Bearer $COFFER_TOKEN" "$COFFER_BASE_URL/secrets"';
  await terminal.write('package.json', JSON.stringify({ scripts: { test: script } }));

  const typed = await terminal.type(runs.at(-1) ?? '');

  expect(runs).toEqual(['npm ci', 'node_modules/.bin/coffer-emulator exec -- npm test']);
  expect(typed).toMatchObject({ code: 0, output: expect.stringMatching(/\[\]$/) });
});
