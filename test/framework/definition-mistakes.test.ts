import { expect, it } from 'vitest';
import { list, requiresReplace, set, string, timeouts } from '../../framework';
import { mistakesOf } from '../../framework/definition-mistakes';

/* Beside define-provider.test.ts: each kind of block, each name that Terraform keeps, and definitions from code without types. */

const description = '';
const optional = { optional: true, description } as const;
const run = async () => undefined;
const id = string({ computed: true, description });
const schemaOf = (attributes: object) => ({ description, attributes });

/** A resource with these attributes. */
const thing = (attributes: object, more: object = {}) => ({
  ...{ typeName: 'thing', identity: 'id', schema: schemaOf({ ...attributes, id }) },
  ...{ create: run, read: run, update: run, delete: run },
  ...more,
});

const KINDS = {
  resources: ['resource', {}],
  dataSources: ['data source', { read: run }],
  ephemeralResources: ['ephemeral resource', { open: run }],
  listResources: ['list resource', { list: run }],
  actions: ['action', { invoke: run }],
} as const;
type List = keyof typeof KINDS;

const mistakes = (parts: object) => [
  ...mistakesOf({ typeName: 'demo', source: 'e/demo', schema: schemaOf({}), resources: [], ...parts } as never),
];

/** The mistakes of a provider with one block of a kind with these attributes, and for a list resource with its resource. */
function inKind(kind: List | 'provider', attributes: object): readonly string[] {
  if (kind === 'provider') return mistakes({ schema: schemaOf(attributes) });
  if (kind === 'resources') return mistakes({ resources: [thing(attributes)] });
  return mistakes({
    resources: [thing({})],
    [kind]: [{ typeName: 'thing', schema: schemaOf(attributes), ...KINDS[kind][1] }],
  });
}

const OF_OBJECTS = ['connection', 'count', 'depends_on', 'for_each', 'lifecycle', 'provider', 'provisioner'];

it.each<[List | 'provider', readonly string[]]>([
  ['provider', ['alias', 'count', 'depends_on', 'for_each', 'source', 'version']],
  ['resources', OF_OBJECTS],
  ['dataSources', OF_OBJECTS],
  ['ephemeralResources', OF_OBJECTS],
  ['listResources', []],
  ['actions', []],
])('in %s Terraform keeps names for itself: %j', (kind, reserved) => {
  const names = [...new Set([...OF_OBJECTS, 'alias', 'source', 'version'])];
  const found = inKind(kind, Object.fromEntries(names.map((name) => [name, string(optional)])));

  expect(found.map((one) => one.split(': ')[1])).toEqual(
    names
      .filter((name) => reserved.includes(name))
      .map((name) => `${name} is a name that Terraform keeps for itself in this block.`),
  );
});

const OPERATIONS = ['create', 'read', 'update', 'delete', 'open', 'invoke'] as const;

it.each<[List | 'provider', string, readonly string[]]>([
  ['provider', 'provider', []],
  ['resources', 'resource', ['create', 'read', 'update', 'delete']],
  ['dataSources', 'data source', ['read']],
  ['ephemeralResources', 'ephemeral resource', ['open']],
  ['listResources', 'list resource', []],
  ['actions', 'action', ['invoke']],
])('in %s, a %s can limit %j', (kind, name, timed) => {
  const limits = Object.fromEntries(OPERATIONS.map((one) => [one, 'x'])) as Record<(typeof OPERATIONS)[number], string>;
  const found = inKind(kind, { timeouts: timeouts(limits) });

  expect(found.map((one) => one.split(': ')[1])).toEqual(
    OPERATIONS.filter((one) => !timed.includes(one)).map(
      (one) => `timeouts limits ${one}, which a ${name} does not have.`,
    ),
  );
});

it.each([...Object.keys(KINDS), 'functions'])('%s that are no list are told', (kind) => {
  expect(mistakes({ [kind]: 5 })).toEqual([`provider has ${kind} that are no list.`]);
});

it.each(Object.entries(KINDS))(
  'a definition of %s that is undefined, or without a name, is told',
  (kind, [name, own]) => {
    const nameless = { ...thing({}), typeName: undefined };
    const block = { typeName: undefined, schema: schemaOf({}), ...own };
    const all = kind === 'resources' ? [nameless, undefined] : [block, undefined];

    expect(mistakes({ resources: [thing({})], [kind]: all })).toEqual([
      `${name} 2 of the list is undefined.`,
      `${name} demo_undefined has no typeName.`,
      ...(kind === 'listResources'
        ? [`${name} demo_undefined needs a resource of the same name with an identity.`]
        : []),
    ]);
  },
);

const upgrade = { schema: schemaOf({}), upgrade: () => ({}) };
const versioned = (version: number, stateUpgraders: object) =>
  thing({}, { schema: { ...schemaOf({ id }), version }, stateUpgraders });
const NO_UPGRADER = ': the upgrade of version 0 has no schema or no function. Use stateUpgrader(schema, upgrade).';
const KIND_OF_PART = 'is neither a text, a bool, a number nor a list of these.';

it.each<[what: string, resource: object, found: readonly string[]]>([
  ['upgrades of each version', versioned(3, { 0: upgrade, 1: upgrade, 2: upgrade }), []],
  ['the upgrade of the last version', versioned(3, { 2: upgrade }), []],
  ['an upgrade that is undefined', versioned(1, { 0: undefined }), [NO_UPGRADER]],
  ['an upgrade without a schema', versioned(1, { 0: { upgrade: () => ({}) } }), [NO_UPGRADER]],
  ['an upgrade with an empty schema', versioned(1, { 0: { ...upgrade, schema: {} } }), [NO_UPGRADER]],
  ['an upgrade without a function', versioned(1, { 0: { schema: schemaOf({}) } }), [NO_UPGRADER]],
  [
    'a move that is no function',
    thing({}, { movesFrom: { thing: 'x' } }),
    [': its move from demo_thing is no function.'],
  ],
  [
    'a list as its identity',
    thing(
      { a: list({ ...optional, computed: true, elementType: 'string', planModifiers: [requiresReplace()] }) },
      { identity: 'a' },
    ),
    [],
  ],
  [
    'a list of lists as its identity',
    thing({ a: list({ computed: true, description, elementType: ['list', 'string'] }) }, { identity: 'a' }),
    [`: its identity a ${KIND_OF_PART}`],
  ],
  [
    'a set as its identity',
    thing({ a: set({ computed: true, description, elementType: 'string' }) }, { identity: 'a' }),
    [`: its identity a ${KIND_OF_PART}`],
  ],
  [
    'a dynamic identity',
    thing({ a: { type: 'dynamic', computed: true, description } }, { identity: 'a' }),
    [': a has no type that Terraform knows.', `: its identity a ${KIND_OF_PART}`],
  ],
  ['an identity that is undefined', thing({}, { identity: undefined }), []],
])('a resource with %s', (_what, resource, found) => {
  expect(mistakes({ resources: [resource] })).toEqual(found.map((one) => `resource demo_thing${one}`));
});

it('a resource is searched beside one that is undefined', () => {
  const moved = thing({}, { typeName: 'moved', movesFrom: { thing: () => ({}) } });
  const listed = { typeName: 'thing', schema: schemaOf({}), list: run };

  expect(mistakes({ resources: [undefined, moved, thing({})], listResources: [listed] })).toEqual([
    'resource 1 of the list is undefined.',
  ]);
});

it('a plan modifier that is undefined replaces nothing', () => {
  const a = string({ ...optional, planModifiers: [undefined as never] });
  const [first, second, ...others] = mistakes({ resources: [thing({ a }, { update: undefined })] });

  expect([first, second?.slice(0, 64), others]).toEqual([
    'resource demo_thing: a has a plan modifier that is undefined.',
    'resource demo_thing has no update, so that changes of a would do',
    [],
  ]);
});
