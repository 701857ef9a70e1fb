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
const run = async () => undefined;
const plain = string(optional);
const secret = string({ ...optional, writeOnly: true });
const id = string({ computed: true, description });
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

/** The mistakes of a provider with one block of a kind with these attributes, and for a list resource with its resource. */
function inKind(kind: List | 'provider', attributes: object): readonly string[] {
  if (kind === 'provider') return mistakes({ schema: schemaOf(attributes) });
  if (kind === 'resources') return inThing(attributes);
  const block = { typeName: 'thing', schema: schemaOf(attributes), ...KINDS[kind][1] };
  return mistakes({ resources: [thing({})], [kind]: [block] });
}

const RULE = 'only a-z, 0-9 and _, not beginning with a digit.';
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

  expect(found.map((one) => one.split(': ')[1])).toEqual(
    names
      .filter((name) => reserved.includes(name))
      .map((name) => `${name} is a name that Terraform reserves here. Choose another name.`),
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

it('the name of a provider has no underscore, before which Terraform would look for it', () => {
  expect(mistakes({ typeName: 'my_demo' })).toEqual([
    'provider: its typeName "my_demo" has an underscore, and Terraform takes what is before it for the name of the provider of a type.',
  ]);
});

it('handlers of a provider and a function are functions', () => {
  const functions = [{ name: 'f', summary: '', description, parameters: [], returns: 'string' }];

  expect(mistakes({ configure: {}, functions })).toEqual([
    'provider has a configure that is no function.',
    'function f has no call, which it must have.',
  ]);
});

it('what is beside an undefined resource is searched, and a plan modifier that is undefined replaces nothing', () => {
  const moved = thing({}, { typeName: 'moved', movesFrom: { thing: () => ({}) } });
  const listed = { typeName: 'thing', schema: schemaOf({}), list: run };
  const a = string({ ...optional, planModifiers: [undefined as never] });

  expect(mistakes({ resources: [undefined, moved, thing({})], listResources: [listed] })).toEqual([
    'resource 1 of the list is undefined.',
  ]);
  expect(inThing({ a }, { update: undefined })).toEqual([
    'resource demo_thing: a has a plan modifier that is undefined.',
    expect.stringMatching(/^resource demo_thing has no update, so that changes of a would do nothing/),
  ]);
});

const upgradersFrom = (...versions: readonly number[]) =>
  Object.fromEntries(versions.map((version) => [version, { schema: schemaOf({}), upgrade: () => ({}) }]));
const versioned = (version: unknown, ...from: readonly number[]) => ({
  schema: { ...schemaOf({ id }), version },
  stateUpgraders: upgradersFrom(...from),
});
const NO_IDENTITY = 'is neither a text, a bool, a number nor a list of these.';
const lost = (version: number) =>
  `: it has an upgrade of version ${version}, but none of version ${version + 1}, whose states would be refused.`;

it.each<[mistake: string | undefined, more: object, attributes?: object]>([
  [': its identity is empty. Leave it out.', { identity: [] }],
  [': its identity id is there twice.', { identity: ['id', 'id'] }],
  [': its identity zone is no attribute.', { identity: ['id', 'zone'] }],
  [': its identity a is write-only, and so never in state.', { identity: 'a' }, { a: secret }],
  [
    ': its identity a is sensitive, and Terraform shows and stores identities as they are.',
    { identity: 'a' },
    { a: string({ ...required, sensitive: true }) },
  ],
  [
    ': its identity a is optional, and so may be null. Make it required or computed.',
    { identity: ['id', 'a'] },
    { a: plain },
  ],
  [
    ': its identity a can change in an update. Add requiresReplace() to its planModifiers, or set mutableIdentity: true.',
    { identity: 'a' },
    { a: string(required) },
  ],
  [undefined, { identity: 'a', mutableIdentity: true }, { a: string(required) }],
  [undefined, { identity: 'a', modifyPlan: () => undefined }, { a: string(required) }],
  [undefined, { identity: 'a' }, { a: string({ ...required, planModifiers: [requiresReplace()] }) }],
  [undefined, { identity: 'a' }, { a: list({ computed: true, description, elementType: 'string' }) }],
  [undefined, { identity: undefined }],
  [`: its identity a ${NO_IDENTITY}`, { identity: 'a' }, inside({ b: plain })],
  [
    `: its identity a ${NO_IDENTITY}`,
    { identity: 'a' },
    { a: list({ computed: true, description, elementType: ['list', 'string'] }) },
  ],
  [
    `: its identity a ${NO_IDENTITY}`,
    { identity: 'a' },
    { a: set({ computed: true, description, elementType: 'string' }) },
  ],
  [': the upgrade of version 0 is never used, because the schema has version 0.', versioned(0, 0)],
  [': the upgrade of version -1 is never used, because the schema has version 0.', versioned(0, -1)],
  [lost(0), versioned(4, 0, 3)],
  [lost(1), versioned(3, 1)],
  [undefined, versioned(3, 0, 1, 2)],
  [undefined, versioned(3, 2)],
  ...[-1, 0.5, Number.NaN].map((version): [string, object] => [
    `: the version of its schema is ${JSON.stringify(version)}, and not a whole number from 0.`,
    { schema: { ...schemaOf({ id }), version } },
  ]),
  [': its schema has no attributes.', { schema: undefined }],
  [
    ': its schema has no option blocks. There are attributes, description, version.',
    { schema: { ...schemaOf({ id }), blocks: {} } },
  ],
  [': movesFrom names demo_other, which is no resource of this provider.', { movesFrom: { other: () => ({}) } }],
  [
    ' has no option timeout. There are configValidators, create, delete, identity, importState, modifyPlan, movesFrom, mutableIdentity, planDestroy, read, schema, stateUpgraders, typeName, update, validate.',
    { timeout: 1 },
  ],
  [
    ': a config validator names b, which is no attribute.',
    { configValidators: [exactlyOneOf('a', 'b')] },
    { a: plain },
  ],
  [
    ': a config validator names fewer than two attributes.',
    { configValidators: [requiredTogether('a', 'a')] },
    { a: plain },
  ],
  [' has the config validator exactlyOneOf, which is not called.', { configValidators: [exactlyOneOf] }],
  [' has a config validator that is undefined.', { configValidators: [undefined] }],
])('a resource is fine, or told: %s', (mistake, more, attributes = {}) => {
  expect(inThing(attributes, more)).toEqual(mistake === undefined ? [] : [`resource demo_thing${mistake}`]);
});

const a = parameter({ name: 'a', type: 'string', description });
const join = { name: 'join', summary: '', description, parameters: [a], returns: 'string', call: () => '' };
const ofJoin = (parts: object) => ({ functions: [{ ...join, ...parts }] });

it.each<[mistake: string, parts: object]>([
  [`provider: its typeName "my-demo" is illegal: ${RULE}`, { typeName: 'my-demo' }],
  [`provider: its typeName "" is illegal: ${RULE}`, { typeName: '' }],
  [`resource demo_Big-Thing has an illegal name: ${RULE}`, { resources: [thing({}, { typeName: 'Big-Thing' })] }],
  ['resource demo_ has no typeName.', { resources: [thing({}, { typeName: '' })] }],
  [
    'resource demo_demo_pet has the name of the provider twice: its typeName is pet.',
    { resources: [thing({}, { typeName: 'demo_pet' })] },
  ],
  [
    'list resource demo_thing needs a resource of the same name with an identity.',
    { listResources: [{ typeName: 'thing', schema: schemaOf({}), list: run }] },
  ],
  ['provider has no option resource. Did you mean resources?', { resource: [] }],
  ...['lower-', 'NOTES-', '1_', ''].map((prefix): [string, object] => [
    `provider: its environmentPrefix is ${JSON.stringify(prefix)}, and not the beginning of a name of A-Z, 0-9 and _, such as "NOTES_".`,
    { environmentPrefix: prefix },
  ]),
  ...['x', 'Example/notes', 'a/b_c', 'a/-b', 'a/b--c', 'host/a/b'].map((source): [string, object] => [
    `provider: its source is ${JSON.stringify(source)}, and not a namespace and a name of a-z, 0-9 and -, such as "example/notes".`,
    { source },
  ]),
  [
    'provider: its source is "example/terraform-provider-demo", and Terraform refuses names with terraform- before them: "example/demo".',
    { source: 'example/terraform-provider-demo' },
  ],
  ['function 2 of the list is undefined.', { functions: [join, undefined] }],
  ['function join has no option return. Did you mean returns?', ofJoin({ return: 'string' })],
  ['function join: its result has no type that Terraform knows.', ofJoin({ returns: undefined })],
  ['function join: parameter a is defined twice.', ofJoin({ parameters: [a, a] })],
  ['function join: parameter a is defined twice.', ofJoin({ variadic: a })],
  ['function join: parameter 2 of the list is null.', ofJoin({ parameters: [a, null] })],
  ['function join: parameter a has no type that Terraform knows.', ofJoin({ parameters: [{ ...a, type: undefined }] })],
  [
    'function join: parameter a has no option allowNul. Did you mean allowNull?',
    ofJoin({ parameters: [{ ...a, allowNul: 1 }] }),
  ],
])('around a schema, %s', (mistake, parts) => {
  expect(mistakes(parts)).toEqual([mistake]);
});

const WITHOUT_UPDATE = (names: string) =>
  `resource demo_thing has no update, so that changes of ${names} would do nothing. Write update, add requiresReplace() to the planModifiers, or decide in modifyPlan. A plan modifier of your own that replaces goes into requiresReplaceIf(…).`;

const modified = (...planModifiers: PlanModifier[]) => string({ default: 'x', description, planModifiers });
const fixed = { inner: modified(requiresReplace()) };

it.each<[string, Attributes, string | undefined]>([
  ['nothing that can change', { a: string({ computed: true, description }) }, undefined],
  ['what replaces', { ...fixed, a: modified(useStateForUnknown(), requiresReplaceIfConfigured()) }, undefined],
  ['what may replace', { a: modified(requiresReplaceIf(() => false)) }, undefined],
  ['time limits', { timeouts: timeouts({ create: 'x' }) }, undefined],
  ['what no plan contains', { a: secret }, undefined],
  ['one object that is always there', { a: singleNested({ ...required, attributes: fixed }) }, undefined],
  [
    'objects that replace as a whole',
    { a: { ...inside({ b: plain }).a, planModifiers: [requiresReplace()] } },
    undefined,
  ],
  ['what changes', { a: string(required), b: plain }, 'a, b'],
  ['what only keeps', { a: modified(useStateForUnknown()) }, 'a'],
  ['a modifier of unknown effect', { a: modified(() => ({ requiresReplace: true })) }, 'a'],
  ['a part that changes', { a: singleNested({ ...required, attributes: { ...fixed, b: plain } }) }, 'a.b'],
  ['one object that may go', inside(fixed), 'a'],
  ['objects that may go', { a: listNested({ ...required, attributes: fixed }) }, 'a'],
])('a resource without update may have %s, or is refused', (_what, attributes, names) => {
  expect(inThing(attributes, { update: undefined })).toEqual(names === undefined ? [] : [WITHOUT_UPDATE(names)]);
  expect(inThing(attributes, { update: undefined, modifyPlan: () => {} })).toEqual([]);
  expect(inThing(attributes)).toEqual([]);
});
