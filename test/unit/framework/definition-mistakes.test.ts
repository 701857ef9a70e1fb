import { expect, it } from 'vitest';
import {
  type Attributes,
  exactlyOneOf,
  list,
  listNested,
  type PlanModifier,
  parameter,
  requiredTogether,
  requiresReplace,
  requiresReplaceIf,
  requiresReplaceIfConfigured,
  set,
  singleNested,
  string,
  timeouts,
  useStateForUnknown,
} from '../../../framework';
import { mistakesOf } from '../../../framework/definition-mistakes';

/* What is wrong around attributes; those have a test of their own. */

const description = '';
const optional = { optional: true, description } as const;
const required = { required: true, description } as const;
const computed = { computed: true, description } as const;
const run = async () => undefined;
const plain = string(optional);
const secret = string({ ...optional, writeOnly: true });
const id = string(computed);
const schemaOf = (attributes: object) => ({ description, attributes });
const inside = (attributes: Attributes) => ({ a: singleNested({ ...optional, attributes }) });

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
const LISTS = Object.entries(KINDS) as [List, (typeof KINDS)[List]][];

const mistakes = (parts: object) => [
  ...mistakesOf({ typeName: 'demo', source: 'e/demo', schema: schemaOf({}), resources: [], ...parts } as never),
];
const inThing = (attributes: object, more?: object) => mistakes({ resources: [thing(attributes, more)] });

/** The mistakes of a provider with one block of a kind with these attributes, and for a list resource with its resource, without the place. */
function inKind(kind: List | 'provider', attributes: object): readonly (string | undefined)[] {
  const block = { typeName: 'thing', schema: schemaOf(attributes), ...(kind !== 'provider' && KINDS[kind][1]) };
  const found =
    kind === 'provider'
      ? mistakes({ schema: schemaOf(attributes) })
      : mistakes({ resources: [thing({})], [kind]: [kind === 'resources' ? thing(attributes) : block] });
  return found.map((one) => one.split(': ')[1]);
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
  const found = inKind(kind, Object.fromEntries(names.map((name) => [name, plain])));

  expect(found.map((one) => one?.split(' is a name that Terraform reserves')[0])).toEqual(
    names.filter((name) => reserved.includes(name)),
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

  expect(found).toEqual(
    OPERATIONS.filter((one) => !timed.includes(one)).map(
      (one) => `timeouts limits ${one}, which a ${name} does not have.`,
    ),
  );
});

it('all mistakes are found at once, in every kind of block', () => {
  const schema = schemaOf({ a: string({ description }), b: string({ ...optional, default: 'x' }) });
  const mode = 'a is neither required, optional nor computed.';
  const fallback = 'b has default, which works in resources only.';
  const computed = 'b is computed, but nobody computes it: there is only a configuration.';
  const blocks = LISTS.map(([kind, [, own]]) => [kind, [{ typeName: 'thing', schema, ...own }]]);

  const found = mistakes({ ...Object.fromEntries(blocks), schema, resources: [thing({}), thing(schema.attributes)] });

  const of = (block: string, ...texts: string[]) => texts.map((text) => `${block}: ${text}`);
  expect(found).toEqual([
    ...of('provider', mode, fallback, computed),
    'resource demo_thing is defined twice.',
    ...of('resource demo_thing', mode),
    ...of('data source demo_thing', mode, fallback),
    ...of('ephemeral resource demo_thing', mode, fallback),
    ...of('list resource demo_thing', mode, fallback, computed),
    ...of('action demo_thing', mode, fallback, computed),
  ]);
});

it.each(LISTS)('in %s a definition that is undefined, without a name or with a slip is told', (kind, [name, own]) => {
  const block = { ...(kind === 'resources' ? thing({}) : { schema: schemaOf({}), ...own }), typeName: undefined };
  const slip = { ...block, typeName: 'thing', typename: 'x' };

  expect(mistakes({ resources: [thing({})], [kind]: [block, undefined] })).toEqual([
    `${name} 2 of the list is undefined.`,
    `${name} demo_undefined has no typeName.`,
    ...(kind === 'listResources' ? [`${name} demo_undefined needs a resource of the same name with an identity.`] : []),
  ]);
  expect(mistakes({ resources: [thing({})], [kind]: [slip] })).toEqual([
    `${name} demo_thing has no option typename. Did you mean typeName?`,
  ]);
});

it.each<[List, readonly string[]]>([
  ['resources', ['create', 'read', 'delete']],
  ['dataSources', ['read']],
  ['ephemeralResources', ['open']],
  ['listResources', ['list']],
  ['actions', ['invoke']],
])('in %s there have to be %j, and what is there has to be a function', (kind, handlers) => {
  const [name, own] = KINDS[kind];
  const block = { schema: schemaOf({}), ...own, ...(kind === 'resources' && thing({})), typeName: 'thing' };
  const without = { ...block, ...Object.fromEntries(handlers.map((one) => [one, undefined])) };
  const others = kind === 'resources' ? {} : { resources: [thing({})] };

  expect(mistakes({ ...others, [kind]: [without] })).toEqual(
    handlers.map((one) => `${name} demo_thing has no ${one}, which it must have.`),
  );
  expect(mistakes({ ...others, [kind]: [{ ...block, [handlers[0] as string]: {} }] })).toEqual([
    `${name} demo_thing has a ${handlers[0]} that is no function.`,
  ]);
});

it('handlers of a provider and a function are functions', () => {
  const functions = [{ name: 'f', summary: '', description, parameters: [], returns: 'string' }];

  expect(mistakes({ configure: {}, functions })).toEqual([
    'provider has a configure that is no function.',
    'function f has no call, which it must have.',
  ]);
});

const versioned = (version: unknown, ...from: readonly number[]) => ({
  schema: { ...schemaOf({ id }), version },
  stateUpgraders: Object.fromEntries(from.map((one) => [one, { schema: schemaOf({}), upgrade: () => ({}) }])),
});

it.each<[mistake: string | undefined, more: object, attributes?: object]>([
  ['its identity is empty', { identity: [] }],
  ['its identity id is there twice', { identity: ['id', 'id'] }],
  ['its identity zone is no attribute', { identity: ['id', 'zone'] }],
  ['its identity a is write-only', { identity: 'a' }, { a: secret }],
  ['its identity a is sensitive', { identity: 'a' }, { a: string({ ...required, sensitive: true }) }],
  ['its identity a is optional', { identity: ['id', 'a'] }, { a: plain }],
  ['its identity a can change in an update', { identity: 'a' }, { a: string(required) }],
  [undefined, { identity: 'a', mutableIdentity: true }, { a: string(required) }],
  [undefined, { identity: 'a', modifyPlan: () => undefined }, { a: string(required) }],
  [undefined, { identity: 'a' }, { a: string({ ...required, planModifiers: [requiresReplace()] }) }],
  [undefined, { identity: 'a' }, { a: list({ ...computed, elementType: 'string' }) }],
  [undefined, { identity: undefined }],
  ['its identity a is neither a text', { identity: 'a' }, inside({ b: plain })],
  [
    'its identity a is neither a text',
    { identity: 'a' },
    { a: list({ ...computed, elementType: ['list', 'string'] }) },
  ],
  ['its identity a is neither a text', { identity: 'a' }, { a: set({ ...computed, elementType: 'string' }) }],
  ['the upgrade of version 0 is never used', versioned(0, 0)],
  ['the upgrade of version -1 is never used', versioned(0, -1)],
  ['an upgrade of version 0, but none of version 1', versioned(4, 0, 3)],
  ['an upgrade of version 1, but none of version 2', versioned(3, 1)],
  [undefined, versioned(3, 0, 1, 2)],
  [undefined, versioned(3, 2)],
  ...[-1, 0.5, Number.NaN].map((version): [string, object] => ['the version of its schema is', versioned(version)]),
  ['its schema has no attributes', { schema: undefined }],
  ['its schema has no option blocks', { schema: { ...schemaOf({ id }), blocks: {} } }],
  ['movesFrom names demo_other', { movesFrom: { other: () => ({}) } }],
  ['has no option timeout. There are configValidators, create,', { timeout: 1 }],
  ['a config validator names b, which is', { configValidators: [exactlyOneOf('a', 'b')] }, { a: plain }],
  ['a config validator names fewer than two', { configValidators: [requiredTogether('a', 'a')] }, { a: plain }],
  ['has the config validator exactlyOneOf, which is not called', { configValidators: [exactlyOneOf] }],
  ['has a config validator that is undefined', { configValidators: [undefined] }],
])('a resource is fine, or told: %s', (mistake, more, attributes = {}) => {
  const found = inThing(attributes, more);

  expect(found).toEqual(mistake === undefined ? [] : [expect.stringContaining(mistake)]);
  if (mistake !== undefined) expect(found[0]).toMatch(/^resource demo_thing\b/);
});

const a = parameter({ name: 'a', type: 'string', description });
const join = { name: 'join', summary: '', description, parameters: [a], returns: 'string', call: () => '' };
const ofJoin = (parts: object) => ({ functions: [{ ...join, ...parts }] });

it.each<[mistake: string, parts: object]>([
  ['provider: its typeName "my-demo" is illegal', { typeName: 'my-demo' }],
  ['provider: its typeName "" is illegal', { typeName: '' }],
  ['provider: its typeName "my_demo" has an underscore', { typeName: 'my_demo' }],
  ['resource demo_Big-Thing has an illegal name', { resources: [thing({}, { typeName: 'Big-Thing' })] }],
  ['resource demo_ has no typeName', { resources: [thing({}, { typeName: '' })] }],
  ['demo_demo_pet has the name of the provider twice', { resources: [thing({}, { typeName: 'demo_pet' })] }],
  [
    'list resource demo_thing needs a resource of the same name with an identity.',
    { listResources: [{ typeName: 'thing', schema: schemaOf({}), list: run }] },
  ],
  ['provider has no option resource. Did you mean resources?', { resource: [] }],
  ...['lower-', 'NOTES-', '1_', ''].map((environmentPrefix): [string, object] => [
    `provider: its environmentPrefix is ${JSON.stringify(environmentPrefix)}`,
    { environmentPrefix },
  ]),
  ...['x', 'Example/notes', 'a/b_c', 'a/-b', 'a/b--c', 'host/a/b'].map((source): [string, object] => [
    `provider: its source is ${JSON.stringify(source)}`,
    { source },
  ]),
  ['refuses names with terraform- before them: "example/demo"', { source: 'example/terraform-provider-demo' }],
  ['function 2 of the list is undefined.', { functions: [join, undefined] }],
  ['function join has no option return. Did you mean returns?', ofJoin({ return: 'string' })],
  ['function join: its result has no type', ofJoin({ returns: undefined })],
  ['function join: parameter a is defined twice.', ofJoin({ parameters: [a, a] })],
  ['function join: parameter a is defined twice.', ofJoin({ variadic: a })],
  ['function join: parameter 2 of the list is null.', ofJoin({ parameters: [a, null] })],
  ['function join: parameter a has no type', ofJoin({ parameters: [{ ...a, type: undefined }] })],
  ['parameter a has no option allowNul. Did you mean allowNull?', ofJoin({ parameters: [{ ...a, allowNul: 1 }] })],
])('around a schema, %s', (mistake, parts) => {
  expect(mistakes(parts)).toEqual([expect.stringContaining(mistake)]);
});

const modified = (...planModifiers: PlanModifier[]) => string({ default: 'x', description, planModifiers });
const fixed = { inner: modified(requiresReplace()) };

it.each<[string, Attributes, string | undefined]>([
  ['nothing that can change', { a: string(computed) }, undefined],
  ['what replaces', { ...fixed, a: modified(useStateForUnknown(), requiresReplaceIfConfigured()) }, undefined],
  ['what may replace', { a: modified(requiresReplaceIf(() => false)) }, undefined],
  ['time limits', { timeouts: timeouts({ create: 'x' }) }, undefined],
  ['what no plan contains', { a: secret }, undefined],
  ['one object that is always there', { a: singleNested({ ...required, attributes: fixed }) }, undefined],
  ['a whole that replaces', { a: { ...inside({ b: plain }).a, planModifiers: [requiresReplace()] } }, undefined],
  ['what changes', { a: string(required), b: plain }, 'a, b'],
  ['what only keeps', { a: modified(useStateForUnknown()) }, 'a'],
  ['a modifier of unknown effect', { a: modified(() => ({ requiresReplace: true })) }, 'a'],
  ['a part that changes', { a: singleNested({ ...required, attributes: { ...fixed, b: plain } }) }, 'a.b'],
  ['one object that may go', inside(fixed), 'a'],
  ['objects that may go', { a: listNested({ ...required, attributes: fixed }) }, 'a'],
])('a resource without update may have %s, or is refused', (_what, attributes, names) => {
  const refused = expect.stringContaining(`demo_thing has no update, so that changes of ${names} would do nothing`);

  expect(inThing(attributes, { update: undefined })).toEqual(names === undefined ? [] : [refused]);
  expect(inThing(attributes, { update: undefined, modifyPlan: () => {} })).toEqual([]);
  expect(inThing(attributes)).toEqual([]);
});
