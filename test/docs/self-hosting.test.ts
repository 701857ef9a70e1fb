import { readdirSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parseCommand } from '../../emulator/cli/flags';
import { VERSION } from '../../emulator/version';
import { version } from '../../package.json';
import { IMAGES } from '../../projenrc/names';
import { bundleEmulator } from '../../scripts/packages/emulator-bundle';
import { closedPort } from '../../scripts/support/closed-port';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { run } from '../../scripts/support/run';
import { unpackWheel } from '../support/python-wheel';
import { temporaryFolder } from '../support/temporary-folder';
import { hasToolChain } from '../support/tool-chain';
import { emulatorSteps, follow, isElsewhere, isStart, MARKS } from './emulator-pages';
import { markOf, nameOf, type Step } from './hcl';
import { Terminal } from './terminal';

/** Nodes and control planes start some twenty times. */
const LONGEST_MS = 20 * 60_000;

const PAGE = 'docs/self-hosting.md';
const MOVE = 'docs/self-hosting/move.md';
/** In the order in which they are typed: each goes on where the one before ends. */
const PAGES = [
  PAGE,
  'docs/self-hosting/backup.md',
  'docs/self-hosting/nodes.md',
  MOVE,
  'docs/self-hosting/machines.md',
];
const steps = PAGES.flatMap(emulatorSteps);
const hasGarage = await hasToolChain('Garage', `the commands in ${PAGES.join(', ')}`);
const hasSystemd = await hasToolChain('systemd', 'units of systemd in docs/self-hosting/');

/** projen brings a reader of YAML along. */
const yaml = createRequire(createRequire(import.meta.url).resolve('projen'))('yaml') as {
  parse(text: string, options: { readonly merge: boolean }): unknown;
  parseAllDocuments(text: string): { toJS(): unknown }[];
};

/** Has the schemas of each version of Kubernetes as files; nothing of its program is run. */
const KUBERNETES = 'kubernetes-validate==1.37.0';
const COMPOSE = 'check-jsonschema==0.39.0';

const readFile = (name: string) => readFileSync(inRoot('docs/self-hosting', name), 'utf8');

// Without garage the line that it was not tested has been printed.
if (hasGarage) {
  it(
    'a reader who types the pages in an empty folder has a cluster with the demo applied to it, restored, with new nodes, and moves',
    async () => {
      const installed = temporaryFolder();
      await bundleEmulator(installed);
      await chmod(join(installed, 'main.cjs'), 0o755);
      const manifest = { name: 'coffer-emulator', version, bin: { 'coffer-emulator': 'main.cjs' } };
      await writeFile(join(installed, 'package.json'), JSON.stringify(manifest));
      await using terminal = await Terminal.open(installed);
      // A port for a listener that is not opened is refused.
      await terminal.type('unset COFFER_EMULATOR_S3_PORT');
      const ports = await freePorts();
      let printed = '';

      for (const step of steps) {
        // From there on the emulator serves S3 by itself.
        if (step.page === MOVE) await terminal.type('export COFFER_EMULATOR_S3_PORT=0');
        const code = withPorts(step.code, ports).replaceAll('~/coffer', ROOT);
        printed = await follow({ ...step, code }, terminal, printed);
      }
    },
    LONGEST_MS,
  );
}

it('every command is one that a shell understands, and every mark one that is known', async () => {
  for (const step of steps.filter(({ kind }) => kind === 'shell')) {
    expect(await run('bash', ['-n', '-c', step.code]), nameOf(step)).toMatchObject({ code: 0 });
  }
  expect(steps.flatMap(({ marks }) => marks).filter((mark) => !MARKS.test(mark))).toEqual([]);
  const says = (step: Step) => ['prints', 'file'].some((name) => markOf(step, name) !== undefined);
  const silent = steps.filter((step) => !isStart(step) && !isElsewhere(step) && !says(step));
  expect(silent.map(nameOf)).toEqual([]);
});

it('what the page exports is what the emulator knows', () => {
  expectStart({ ...exported(), COFFER_EMULATOR_DATA: 'coffer' });
});

function exported() {
  const [, code = ''] =
    /```shell\n(export COFFER_EMULATOR_S3_BACKEND[^`]*)```/.exec(readFileSync(inRoot(PAGE), 'utf8')) ?? [];
  return Object.fromEntries([...code.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]));
}

it('compose.yaml is what its schema says, and starts the emulator with variables that it knows', async () => {
  const compose = yaml.parse(readFile('compose.yaml'), { merge: true }) as {
    services: Record<string, { image: string; environment: Record<string, string> }>;
  };

  const folder = await unpackWheel(COMPOSE, 'schema of compose');
  if (folder !== undefined) {
    const schema = readFileSync(`${folder}/check_jsonschema/builtin_schemas/vendor/compose-spec.json`, 'utf8');
    const isValid = new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(JSON.parse(schema));
    expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
  }
  expect(Object.keys(compose.services)).toEqual(['node1', 'node2', 'node3', 'coffer']);
  expect(compose.services.coffer?.image).toBe(`${IMAGES.emulator}:${VERSION}`);
  expectStart({ ...compose.services.coffer?.environment, COFFER_EMULATOR_TOKEN: 'token' });
});

it.runIf(hasSystemd)('units are what systemd takes, and start the emulator with variables that it knows', async () => {
  const folder = temporaryFolder();
  const units = readdirSync(inRoot('docs/self-hosting')).filter((name) => /\.(service|timer)$/.test(name));
  for (const name of units) {
    // The programs are not installed here.
    await writeFile(join(folder, name), readFile(name).replaceAll(/\/usr\/local\/bin\/[\w-]+/g, '/bin/true'));
  }

  const { code, output } = await run('systemd-analyze', ['verify', ...units.map((name) => join(folder, name))]);

  expect(units).toHaveLength(4);
  expect({ code, output }).toEqual({ code: 0, output: '' });
  const env = Object.fromEntries(
    [...readFile('coffer.service').matchAll(/^Environment=(\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expectStart({ ...exported(), ...env });
});

interface Resource {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly template?: {
      readonly spec: {
        readonly containers: readonly { image: string; env: readonly { name: string; value?: string }[] }[];
      };
    };
  };
}

it('kubernetes.yaml is what its schemas say, and starts the emulator with variables that it knows', async () => {
  const resources = yaml.parseAllDocuments(readFile('kubernetes.yaml')).map((each) => each.toJS() as Resource);

  const folder = await unpackWheel(KUBERNETES, 'schemas of Kubernetes');
  if (folder !== undefined) {
    const schemas = `${folder}/kubernetes_validate/kubernetes-json-schema/v1.34.0-local-strict`;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    ajv.addSchema(JSON.parse(readFileSync(`${schemas}/_definitions.json`, 'utf8')), '/api/_definitions.json');
    const isValid = ({ kind, apiVersion }: Resource, resource: unknown) => {
      const name = `${kind}-${apiVersion.replace('/', '-')}`.toLowerCase();
      const check =
        ajv.getSchema(name) ??
        ajv.compile({ ...JSON.parse(readFileSync(`${schemas}/${name}.json`, 'utf8')), $id: name });
      return check(resource) === true ? [] : check.errors;
    };
    for (const resource of resources) expect(isValid(resource, resource), resource.metadata.name).toEqual([]);
    // The schema tells one from the other.
    const [first] = resources as [Resource];
    expect(isValid(first, { ...first, dataa: {} })).not.toEqual([]);
  }
  const coffer = resources.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'coffer');
  const [container] = coffer?.spec?.template?.spec.containers ?? [];
  expect(container?.image).toBe(`${IMAGES.emulator}:${VERSION}`);
  expectStart(Object.fromEntries((container?.env ?? []).map(({ name, value = 'token' }) => [name, value])));
});

/** The token's file is nowhere here. */
function expectStart(env: Readonly<Record<string, string | undefined>>): void {
  const { COFFER_EMULATOR_GARAGE_ADMIN_TOKEN_FILE: file, ...others } = env;

  expect(file).toMatch(/^(\/|\$PWD\/|%d\/)/);
  expect(parseCommand([], { ...others, COFFER_EMULATOR_GARAGE_ADMIN_TOKEN: 'token' })).toMatchObject({
    kind: 'start',
    options: { garage: { adminUrls: [expect.any(String), expect.any(String), expect.any(String)], isExclusive: true } },
  });
}

const NODES = [1, 2, 3, 4, 5];

/** A reader's ports 3910 to 3953 are free, those of this machine may not be. */
async function freePorts(): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  for (const name of NODES.flatMap((node) => [0, 1, 3].map((use) => `39${node}${use}`))) {
    let port = await closedPort();
    while ([...ports.values()].includes(port)) port = await closedPort();
    ports.set(name, port);
  }
  return ports;
}

function withPorts(code: string, ports: ReadonlyMap<string, number>): string {
  const inLoop = code.replace(/39\$\{n\}([013])/g, (_, use) => {
    const all = NODES.map((node) => ports.get(`39${node}${use}`));
    return `$(echo ${all.join(' ')} | cut -d ' ' -f $n)`;
  });
  return inLoop.replace(/\b39[1-5][013]\b/g, (port) => String(ports.get(port)));
}
