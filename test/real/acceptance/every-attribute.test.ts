import { Agent } from 'node:https';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { printSchema } from '../../../scripts/sources/schema';
import { sampled } from '../../support/dice';
import { type StateResource, Workspace } from '../../support/workspace';
import { type Argument, type Configuration, configuration } from './every-attribute';

/**
 * Sets every argument of every kind that Terraform 1.11 knows in one configuration, and applies it twice on the dialect with the most operations and on
 * one that is drawn, in the nightly run on all; every computed attribute has a value then. `reattach.test.ts` covers the kinds of newer versions.
 * Compares with `printSchema`: a new attribute there fails here until `every-attribute.ts` sets it.
 */

interface Attribute {
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly nested_type?: { readonly attributes: Attributes };
}
type Attributes = Readonly<Record<string, Attribute>>;
type Schemas = Readonly<Record<string, { readonly block: { readonly attributes: Attributes } }>>;
interface ProviderSchema {
  readonly provider: Schemas[string];
  readonly resource_schemas: Schemas;
  readonly data_source_schemas: Schemas;
  readonly ephemeral_resource_schemas: Schemas;
  readonly functions: Readonly<Record<string, unknown>>;
}

const [schema] = Object.values(printSchema().provider_schemas) as unknown as [ProviderSchema];

const kinds: readonly (readonly [kind: string, Schemas])[] = [
  ['provider', { coffer: schema.provider as Schemas[string] }],
  ['resource', schema.resource_schemas],
  ['data', schema.data_source_schemas],
  ['ephemeral', schema.ephemeral_resource_schemas],
];

/** Paths of the attributes that `wanted` accepts; nested ones follow a dot. */
const pathsOf = (wanted: (attribute: Attribute) => unknown): string[] =>
  kinds.flatMap(([kind, types]) =>
    Object.entries(types).flatMap(([type, { block }]) => walk(`${kind} ${type}`, block.attributes, wanted)),
  );

function walk(at: string, attributes: Attributes, wanted: (attribute: Attribute) => unknown): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    ...(wanted(attribute) ? [`${at}.${name}`] : []),
    ...walk(`${at}.${name}`, attribute.nested_type?.attributes ?? {}, wanted),
  ]);
}

/** Paths of all values that are neither undefined nor null; elements of a list have the path of the list. */
function pathsIn(at: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [at, ...value.flatMap((element) => pathsIn(at, element))];
  if (typeof value !== 'object') return [at];
  return [at, ...Object.entries(value).flatMap(([name, member]) => pathsIn(`${at}.${name}`, member))];
}

const blocksOf = ({ provider, resource, data, ephemeral }: Configuration) =>
  Object.entries({ resource, data, ephemeral })
    .flatMap(([kind, types]) =>
      Object.entries(types).flatMap(([type, blocks]) =>
        Object.entries(blocks).map(([name, block]) => ({ kind, type, name, block })),
      ),
    )
    .concat({ kind: 'provider', type: 'coffer', name: '', block: provider.coffer });

/** The members of each resource that the test compares, by address. */
const byAddress = (state: readonly StateResource[]) =>
  Object.fromEntries(state.map(({ address, type, values, identity }) => [address, { type, values, identity }]));

/** The arguments of a block that state holds as written: without references and write-only arguments. */
const literal = (block: Readonly<Record<string, Argument>>) =>
  Object.fromEntries(
    Object.entries(block).filter(
      ([name, value]) => !/_wo$|^depends_on$/.test(name) && !JSON.stringify(value).includes('${'),
    ),
  );

/** Puts an object into a bucket, so that destroying it needs `force_destroy`. */
async function putObject(emulator: Emulator, resources: readonly StateResource[]): Promise<void> {
  const valuesOf = (at: string) => resources.find(({ address }) => address === at)?.values ?? {};
  const key = valuesOf('coffer_access_key.plain');
  const s3 = new S3Client({
    endpoint: emulator.s3Endpoint,
    region: 'eu-test-1',
    forcePathStyle: true,
    credentials: { accessKeyId: String(key.access_key_id), secretAccessKey: String(key.secret_access_key) },
    requestHandler: { httpsAgent: new Agent({ ca: emulator.caCertPem }) },
  });
  await s3.send(new PutObjectCommand({ Bucket: String(valuesOf('coffer_bucket.full').alias), Key: 'k', Body: 'b' }));
  s3.destroy();
}

/** A setting in the form of its environment variable. */
const textOf = (value: Argument) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const seen = new Set<string>();

const CREATE_ONLY = [
  ['conventional', 'create_only', 'id_name'],
  ['minimal', 'create_only', 'id_name'],
  ['enveloped', 'create_only', 'id_name'],
] as const;

describe.each([
  ...sampled('dialects with every argument', CREATE_ONLY, 1, CREATE_ONLY.length),
  ['extended', 'full', 'with_project'],
] as const)('on the %s dialect', (dialect, api, secretFields) => {
  it('P31: every argument is taken, from the provider block and from the environment', async () => {
    await using emulator = await Emulator.start({
      dialect,
      knobs: { secretFields },
      tls: true,
      s3Region: 'eu-test-1',
      projects: ['project-1', 'project-2'],
    });
    const nothing = { COFFER_BASE_URL: undefined, COFFER_TOKEN: undefined, COFFER_PROJECT_ID: undefined };
    await using workspace = await Workspace.create(emulator, { env: nothing });
    const first = configuration(emulator, { api, round: '1' });
    const second = configuration(emulator, { api, round: '2', tokenFile: 'token.txt' });

    await workspace.write(emulator.caCertPem ?? '', 'ca.pem');
    await workspace.write(`${emulator.token}\n`, 'token.txt');

    // `apply` also checks that the next plan is empty.
    await workspace.write(JSON.stringify(first), 'main.tf.json');
    await workspace.apply();
    await putObject(emulator, await workspace.state());
    await workspace.write(JSON.stringify(second), 'main.tf.json');
    await workspace.apply();
    const state = await workspace.state();
    // The other tests read state from its file, this line also through `terraform show`.
    expect(byAddress(await workspace.shown())).toEqual(byAddress(state));

    // State holds the arguments as written, and the ephemeral values reached the secret that stores them.
    for (const { kind, type, name, block } of blocksOf(second).filter(({ kind }) => kind === 'resource')) {
      const at = `${type}.${name}`;
      expect([kind, at, state.find(({ address }) => address === at)?.values]).toMatchObject([kind, at, literal(block)]);
    }
    const taken = String(state.find(({ address }) => address === 'coffer_secret.ephemeral')?.values.id);
    for (const path of pathsIn('ephemeral coffer_access_key', JSON.parse(emulator.inspect.secretValue(taken)))) {
      seen.add(path);
    }
    for (const { address, type, values } of state) {
      const kind = address.startsWith('data.') ? 'data' : 'resource';
      for (const path of pathsIn(`${kind} ${type}`, values)) seen.add(path);
    }

    // With the same settings in the environment the plan is empty, too; both this plan and the destroy need all of them.
    const settings = Object.entries(second.provider.coffer);
    const env = Object.fromEntries(settings.map(([name, value]) => [`COFFER_${name.toUpperCase()}`, textOf(value)]));
    await workspace.write(JSON.stringify({ ...second, provider: { coffer: {} } }), 'main.tf.json');
    await workspace.must(['plan', '-input=false', '-no-color', '-detailed-exitcode'], { env });
    await workspace.must(['destroy', '-auto-approve', '-input=false', '-no-color'], { env });
    expect([emulator.inspect.secrets(), emulator.inspect.buckets(), emulator.inspect.accessKeys()].flat()).toEqual([]);
    expect(emulator.inspect.pullSecrets()).toHaveLength(api === 'full' ? 0 : 3);
  });
});

it('the configuration sets every argument there is, and calls every function', () => {
  const service = { baseUrl: '', token: '', projectId: '', s3Endpoint: '' };
  const given = configuration(service, { api: 'full', round: '1' });
  const withFile = configuration(service, { api: 'full', round: '1', tokenFile: 't' });
  const blocks = [given, withFile].flatMap(blocksOf);
  const set = new Set(blocks.flatMap(({ kind, type, block }) => pathsIn(`${kind} ${type}`, block)));
  const text = JSON.stringify(given);

  expect(pathsOf(({ required, optional }) => required || optional).filter((path) => !set.has(path))).toEqual([]);
  expect(Object.keys(schema.functions).filter((name) => !text.includes(`provider::coffer::${name}(`))).toEqual([]);
});

it('every computed attribute had a value on one of the dialects', () => {
  const computed = pathsOf((attribute) => attribute.computed);

  expect(computed.length).toBeGreaterThan(80);
  expect(computed.filter((path) => !seen.has(path))).toEqual([]);
});
