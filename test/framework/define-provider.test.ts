import { expect, it } from 'vitest';
import {
  type Attributes,
  atLeast,
  between,
  bool,
  defineProvider,
  defineResource,
  duration,
  exactlyOneOf,
  int64,
  lengthAtLeast,
  lengthAtMost,
  lengthBetween,
  list,
  listNested,
  noneOf,
  number,
  oneOf,
  type PlanModifier,
  type Provider,
  parameter,
  requiredTogether,
  requiresReplace,
  requiresReplaceIf,
  requiresReplaceIfConfigured,
  setNested,
  singleNested,
  sizeAtLeast,
  sizeBetween,
  string,
  timeouts,
  timestamp,
  useStateForUnknown,
  valuesAre,
} from '../../framework';
import { requireSound } from '../../framework/define-provider';
import * as wire from '../../framework/protocol/generated/tfplugin6';
import {
  getFunctions,
  getMetadata,
  getProviderSchema,
  getResourceIdentitySchemas,
} from '../../framework/protocol/rpcs/provider';
import { createProviderServer } from '../../framework/server/provider-server';
import { ProviderHost } from '../../framework/testing';
import { ENVIRONMENT, respond } from './demo-server';

const description = '';
const optional = { optional: true, description } as const;
const required = { required: true, description } as const;
const id = string({ computed: true, description });
const schemaOf = (attributes: Attributes) => ({ description, attributes });

/** A resource `demo_thing` with these attributes, whose update and identity can be replaced. */
const thing = (attributes: Attributes, more: object = {}) =>
  defineResource({
    typeName: 'thing',
    identity: 'id',
    schema: schemaOf({ ...attributes, id }),
    create: async ({ plan }) => plan as never,
    read: async ({ state }) => state,
    update: async ({ plan }) => plan,
    delete: async () => undefined,
    ...more,
  } as Parameters<typeof defineResource>[0]);

const OPTIONS =
  'computed, configValidators, default, deprecated, description, meansSame, optional, planModifiers, required, sensitive, unknownAfterImport, validators, writeOnly.';
const RESOURCE_OPTIONS =
  'configValidators, create, delete, identity, importState, modifyPlan, movesFrom, mutableIdentity, planDestroy, read, schema, stateUpgraders, typeName, update, validate.';

const NAMES = { typeName: 'demo', source: 'example/demo' };

/** The mistakes that are found when a provider with these parts is defined. */
function mistakes(parts: Partial<Provider<unknown>>): readonly string[] {
  try {
    requireSound({ ...NAMES, schema: schemaOf({}), resources: [], ...parts });
    return [];
  } catch (error) {
    const [first, ...lines] = (error as Error).message.split('\n');
    const name = parts.typeName ?? 'demo';
    expect(first).toContain(`: The definition of the provider "${name}" has mistakes (${lines.length}):`);
    return lines.map((line) => line.replace(/^- /, ''));
  }
}

const inThing = (attributes: Attributes, more?: object) => mistakes({ resources: [thing(attributes, more)] });

const run = async () => undefined;
const plain = string(optional);
const modeless = string({ description });
const secret = string({ ...optional, writeOnly: true });
const zero = int64({ default: 0n, description, validators: [atLeast(1)] });
const inside = (attributes: Attributes) => ({ a: singleNested({ ...optional, attributes }) });
const RULE = 'only a-z, 0-9 and _, not beginning with a digit.';
const MODES = 'is required, and so neither optional nor computed, and has no default.';

it.each<[mistake: string, options: object]>([
  [MODES, { required: true, optional: undefined, computed: true }],
  [MODES, { required: true, optional: undefined, default: 'x' }],
  ['is write-only, and so neither computed nor with a default.', { writeOnly: true, default: 'x' }],
  ['has validators that are no list.', { validators: 5 }],
  ['has planModifiers that are no list.', { planModifiers: null }],
  ['has a validator that is undefined.', { validators: [undefined] }],
  ['has the validator timestamp, which is not called.', { validators: [timestamp] }],
  ['has the validator lengthAtLeast, which is not called.', { validators: [lengthAtLeast] }],
  ['has the plan modifier requiresReplace, which is not called.', { planModifiers: [requiresReplace] }],
  ['has a plan modifier that is undefined.', { planModifiers: [undefined] }],
  ['has a validator with a mistake: oneOf has no values.', { validators: [oneOf()] }],
  ['has a validator with a mistake: noneOf has no values.', { validators: [noneOf()] }],
  ['has no option defaults. It has default.', { defaults: 'x' }],
  ['has no option defaults. It has default.', { defaults: null }],
  [
    'is write-only, and so plan modifiers do nothing: no plan has its value. Put them on an attribute beside it, such as its version.',
    { writeOnly: true, planModifiers: [requiresReplace()] },
  ],
  ['is write-only, and so nothing is unknown after an import.', { writeOnly: true, unknownAfterImport: true }],
  ['has a validator that is async, and nothing waits for it.', { validators: [run] }],
  ['has a plan modifier that is async, and nothing waits for it.', { planModifiers: [run] }],
  [`has no option elementType. There are ${OPTIONS}`, { elementType: 'string' }],
])('a mistake in the options of an attribute is found: %s', (mistake, options) => {
  expect(inThing({ a: string({ ...optional, ...options }) })).toEqual([`resource demo_thing: a ${mistake}`]);
});

it.each<[mistake: string, Attributes]>([
  ['a is neither required, optional nor computed.', { a: modeless }],
  [`maxSize is no name for an attribute: ${RULE}`, { maxSize: plain }],
  [`1st is no name for an attribute: ${RULE}`, { '1st': plain }],
  ['count is a name that Terraform keeps for itself in this block.', { count: plain }],
  ['a has a default that it refuses: It must be at least 1; got 0.', { a: zero }],
  [
    'a has a default that does not fit: it is not a number.',
    { a: number({ default: Number.POSITIVE_INFINITY, description }) },
  ],
  ['a has a default that does not fit: it is not a bool.', { a: bool({ default: 'x' as never, description }) }],
  [
    'a.b is write-only inside of a set, which Terraform does not have.',
    { a: setNested({ ...optional, attributes: { b: secret } }) },
  ],
  [
    'a.b has unknownAfterImport, which only attributes of the resource itself can have.',
    inside({ b: { ...plain, unknownAfterImport: true } }),
  ],
  ['a.count is neither required, optional nor computed.', inside({ count: modeless })],
  ['a is undefined, and no attribute, such as string({ … }).', { a: undefined as never }],
  ['a.b is undefined, and no attribute, such as string({ … }).', inside({ b: undefined as never })],
  ['a has no type that Terraform knows.', { a: { ...optional } as never }],
  ['a has no type that Terraform knows.', { a: { type: ['list', undefined], ...optional } as never }],
  ['a has no type that Terraform knows.', { a: { type: ['list', 'dynamic'], ...optional } }],
  ['a has no type that Terraform knows.', { a: { type: ['tuple', new Array(1)] as never, ...optional } }],
  ['a has no type that Terraform knows.', { a: { type: ['object', ['string']] as never, ...optional } }],
  ['a has no type that Terraform knows.', { a: singleNested(optional as never) }],
  ['a has no description.', { a: string({ optional: true } as never) }],
  ['a has a default, and so is optional and computed.', { a: string({ default: 'x', computed: false, description }) }],
  ['a has a default, and so is optional and computed.', { a: string({ default: 'x', optional: false, description }) }],
  [
    'a has null as its default, which is no default: leave it out.',
    { a: string({ default: null as never, description }) },
  ],
  [
    'a.b is write-only inside of a computed attribute, which Terraform does not have.',
    { a: singleNested({ ...optional, computed: true, attributes: { b: secret } }) },
  ],
  [
    'a is made by timeouts(…), which limits something only as the attribute timeouts of a block.',
    { a: timeouts({ create: 'x' }) },
  ],
  [
    'timeouts has a default for create that is none: It must be a duration such as "30s", "500ms" or "1h30m"; got "soon".',
    { timeouts: timeouts({ create: 'x' }, { create: 'soon' }) },
  ],
  [
    'timeouts has a default for create that is none: It must be at least 1ms; got "0s".',
    { timeouts: timeouts({ create: 'x' }, { create: '0s' }) },
  ],
  ...(
    [
      ['from 5 to 1', between(5, 1)],
      ['at least NaN', atLeast(Number.NaN)],
    ] as const
  ).map(([limits, validator]): [string, Attributes] => [
    `a has a validator with a mistake: its limits are ${limits}.`,
    { a: number({ ...optional, validators: [validator] }) },
  ]),
  ...(
    [
      ['at least -1', lengthAtLeast(-1)],
      ['at most 1.5', lengthAtMost(1.5)],
      ['from 5 to 1', lengthBetween(5, 1)],
      ['at least -1ms', duration(-1)],
    ] as const
  ).map(([limits, validator]): [string, Attributes] => [
    `a has a validator with a mistake: its limits are ${limits}.`,
    { a: string({ ...optional, validators: [validator] }) },
  ]),
  ...(
    [
      ['at least -1', sizeAtLeast(-1)],
      ['from 5 to 1', sizeBetween(5, 1)],
      ['at least 2.5', valuesAre(lengthAtLeast(2.5))],
    ] as const
  ).map(([limits, validator]): [string, Attributes] => [
    `a has a validator with a mistake: its limits are ${limits}.`,
    { a: list({ ...optional, elementType: 'string', validators: [validator] }) },
  ]),
  ['a.b has a default that it refuses: a.b: It must be at least 1; got 0.', inside({ b: zero })],
  [
    'a.b is inside of a write-only attribute, and so plan modifiers do nothing: no plan has its value. Put them on an attribute beside it, such as its version.',
    { a: { ...inside({ b: { ...plain, planModifiers: [requiresReplace()] } }).a, writeOnly: true } },
  ],
  [
    'a.b is inside of a write-only attribute, and so neither computed nor with a default.',
    { a: { ...inside({ b: string({ default: 'x', description }) }).a, writeOnly: true } },
  ],
  ['a.b has no option senstive. It has sensitive.', inside({ b: string({ senstive: true, ...optional } as never) })],
])('a mistake in an attribute is found: %s', (mistake, attributes) => {
  expect(inThing(attributes)).toEqual([`resource demo_thing: ${mistake}`]);
});

it('false is a default, too, which works in resources only', () => {
  const schema = schemaOf({ a: bool({ default: false, description }), b: string({ ...optional, writeOnly: false }) });

  const found = mistakes({ dataSources: [{ typeName: 'thing', schema, read: async () => undefined } as never] });

  expect(found).toEqual(['data source demo_thing: a has default, which works in resources only.']);
});

it('a validator that throws for a default is a mistake', () => {
  const validators = [
    () => {
      throw new Error('boom');
    },
  ];

  expect(inThing({ a: string({ default: 'x', description, validators }) })).toEqual([
    'resource demo_thing: a has a default for which a validator throws: boom',
  ]);
});

it('all options are known, and one that is undefined does no harm', () => {
  const every = { sensitive: true, deprecated: 'x', default: 'x', validators: [], planModifiers: [], description };

  expect(inThing({ a: string({ ...every, unknownAfterImport: true, optinal: undefined } as never) })).toEqual([]);
});

it('all mistakes are found at once, in every kind of block', () => {
  const schema = schemaOf({ a: modeless, depends_on: string({ ...optional, default: 'x' }) });
  const mode = 'a is neither required, optional nor computed.';
  const kept = 'depends_on is a name that Terraform keeps for itself in this block.';
  const fallback = 'depends_on has default, which works in resources only.';
  const computed = 'depends_on is computed, but nobody computes it: there is only a configuration.';
  const ofType = (handler: string) => ({ typeName: 'thing', schema, [handler]: run }) as never;

  const found = mistakes({
    schema,
    resources: [thing({ a: modeless }), thing({})],
    dataSources: [ofType('read')],
    ephemeralResources: [ofType('open')],
    listResources: [ofType('list')],
    actions: [ofType('invoke')],
  });

  const of = (block: string, texts: readonly string[]) => texts.map((text) => `${block}: ${text}`);
  expect(found).toEqual([
    ...of('provider', [mode, kept, fallback, computed]),
    'resource demo_thing is defined twice.',
    ...of('resource demo_thing', [mode]),
    ...of('data source demo_thing', [mode, kept, fallback]),
    ...of('ephemeral resource demo_thing', [mode, kept, fallback]),
    ...of('list resource demo_thing', [mode, fallback, computed]),
    ...of('action demo_thing', [mode, fallback, computed]),
  ]);
});

const SCHEMAS = [
  [getMetadata, wire.GetMetadata_Response],
  [getProviderSchema, wire.GetProviderSchema_Response],
  [getResourceIdentitySchemas, wire.GetResourceIdentitySchemas_Response],
  [getFunctions, wire.GetFunctions_Response],
] as const;

it('a provider with mistakes is defined, but neither served nor tested', async () => {
  const schema = schemaOf({ a: undefined as never });
  const provider = defineProvider({ ...NAMES, schema, resources: [undefined as never] });
  const detail =
    'The definition of the provider "demo" has mistakes (2):\n- provider: a is undefined, and no attribute, such as string({ … }).\n- resource 1 of the list is undefined.';

  const server = createProviderServer(provider, ENVIRONMENT);

  for (const [rpc, Response] of SCHEMAS) {
    const { diagnostics } = Response.decode(await respond(rpc, server));
    expect(diagnostics).toMatchObject([{ detail }]);
  }
  await expect(ProviderHost.start(provider)).rejects.toThrow(detail);
});

it('a provider without resources is served, and says its mistakes to whoever asks for its schema', async () => {
  const provider = { ...NAMES, schema: schemaOf({}) } as never as Provider<unknown>;

  const server = createProviderServer(provider, ENVIRONMENT);

  expect(() => server.requireSound()).toThrow('provider has resources that are no list.');
  await server.close();
});

const a = parameter({ name: 'a', type: 'string', description });
const handlerless = { typeName: 'thing', schema: schemaOf({}) } as never;
const join = { name: 'join', summary: '', description, parameters: [a, a], returns: 'string', call: () => '' } as const;

const ofVersion = (version: unknown) => ({ ...schemaOf({ id }), version });

const upgradersFrom = (...versions: readonly number[]) =>
  Object.fromEntries(versions.map((version) => [version, { schema: schemaOf({}), upgrade: () => ({}) }]));

const ofBlocks = { resources: [thing({}, { schema: { ...schemaOf({ id }), blocks: {} } })] };

const ofJoin = (parts: object): Partial<Provider<unknown>> => ({ functions: [{ ...join, ...parts } as never] });

it.each<[mistake: string, more: object, Attributes?]>([
  [': its identity zone is no attribute.', { identity: ['id', 'zone'] }],
  [': its identity a is write-only, and so never in state.', { identity: 'a' }, { a: secret }],
  [': its identity a is neither a text, a bool, a number nor a list of these.', { identity: 'a' }, inside({})],
  [': the upgrade of version 0 is never used, because the schema has version 0.', { stateUpgraders: { 0: {} } }],
  [': movesFrom names demo_other, which is no resource of this provider.', { movesFrom: { other: () => ({}) } }],
  [
    ': its identity a is sensitive, and Terraform shows and stores identities as they are.',
    { identity: 'a' },
    { a: string({ ...required, sensitive: true }) },
  ],
  [
    ': it has an upgrade of version 0, but none of version 1, whose states would be refused.',
    { schema: ofVersion(4), stateUpgraders: upgradersFrom(0, 3) },
  ],
  [
    ': it has an upgrade of version 1, but none of version 2, whose states would be refused.',
    { schema: ofVersion(3), stateUpgraders: upgradersFrom(1) },
  ],
  [': its move from demo_thing is async, and nothing waits for it.', { movesFrom: { thing: run } }],
  [
    ': the upgrade of version 0 is async, and nothing waits for it.',
    { schema: ofVersion(1), stateUpgraders: { 0: { schema: schemaOf({}), upgrade: run } } },
  ],
  [': its schema has no attributes.', { schema: { description } }],
  [': its schema has no attributes.', { schema: undefined }],
  [': its schema has no description.', { schema: { attributes: { id } } }],
  [': its identity is empty. Leave it out.', { identity: [] }],
  [': its identity id is there twice.', { identity: ['id', 'id'] }],
  [
    ': its identity a is optional, and so may be null. Make it required or computed.',
    { identity: ['id', 'a'] },
    { a: plain },
  ],
  [': the upgrade of version -1 is never used, because the schema has version 0.', { stateUpgraders: { '-1': {} } }],
  [
    ': the upgrade of version 0 has no schema or no function. Use stateUpgrader(schema, upgrade).',
    { schema: ofVersion(1), stateUpgraders: { 0: {} } },
  ],
  [` has no option timeout. There are ${RESOURCE_OPTIONS}`, { timeout: 1 }],
  [' has no option identiy. It has identity.', { identiy: 'id' }],
  [
    ': its identity a can change in an update. Add requiresReplace() to its planModifiers, or say mutableIdentity.',
    { identity: 'a' },
    { a: string(required) },
  ],
  [': its modifyPlan is no function.', { modifyPlan: 'x' }],
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
])('a mistake in a resource is found: %s', (mistake, more, attributes = {}) => {
  expect(inThing(attributes, more)).toEqual([`resource demo_thing${mistake}`]);
});

it.each<[mistake: string, Partial<Provider<unknown>>]>([
  [`resource demo_Big-Thing has an illegal name: ${RULE}`, { resources: [thing({}, { typeName: 'Big-Thing' })] }],
  [
    'list resource demo_thing needs a resource of the same name with an identity.',
    { listResources: [{ typeName: 'thing', schema: schemaOf({}), list: async () => [] }] },
  ],
  ...['lower-', 'notes_', 'NOTES-', '1_', '', 5].map((prefix): [string, Partial<Provider<unknown>>] => [
    `provider: its environmentPrefix is ${JSON.stringify(prefix)}, and not the beginning of a name of A-Z, 0-9 and _, such as "NOTES_".`,
    { environmentPrefix: prefix as string },
  ]),
  ...(['validate', 'modifyPlan', 'planDestroy'] as const).map((handler): [string, Partial<Provider<unknown>>] => [
    `resource demo_thing: its ${handler} is async, and nothing waits for it.`,
    { resources: [thing({}, { [handler]: run })] },
  ]),
  ...(['validate', 'describeError', 'isCancellation'] as const).map((hook): [string, Partial<Provider<unknown>>] => [
    `provider: its ${hook} is async, and nothing waits for it.`,
    { [hook]: run },
  ]),
  ['function join: its call is async, and nothing waits for it.', ofJoin({ parameters: [], call: run })],
  ['provider has a config validator that is async, and nothing waits for it.', { configValidators: [run as never] }],
  ['function join: parameter a is defined twice.', { functions: [join] }],
  ...[undefined, null, 'x', {}].flatMap((none): [string, Partial<Provider<unknown>>][] => [
    ['provider has resources that are no list.', { resources: none as never }],
    ...(none === undefined
      ? []
      : ([
          ['provider has functions that are no list.', { functions: none as never }],
          ['provider has dataSources that are no list.', { dataSources: none as never }],
          ['provider has configValidators that are no list.', { configValidators: none as never }],
          ['function join has parameters that are no list.', ofJoin({ parameters: none })],
        ] satisfies [string, Partial<Provider<unknown>>][])),
  ]),
  ['function join: parameter 2 of the list is null.', ofJoin({ parameters: [a, null] })],
  ['function join: parameter a is defined twice.', { functions: [{ ...join, parameters: [a], variadic: a }] }],
  [
    'function join: parameter b has no type that Terraform knows.',
    ofJoin({ parameters: [{ name: 'b', description }] }),
  ],
  [
    'function join: parameter b has no type that Terraform knows.',
    ofJoin({ parameters: [{ name: 'b', description, type: { nesting: 'single', attributes: {} } }] }),
  ],
  ['function join: its result has no type that Terraform knows.', ofJoin({ parameters: [], returns: undefined })],
  ['function join has no function call.', ofJoin({ parameters: [], call: undefined })],
  ['function join has no summary.', ofJoin({ parameters: [], summary: undefined })],
  [`provider: its typeName "my-demo" is illegal: ${RULE}`, { typeName: 'my-demo' }],
  [`provider: its typeName "" is illegal: ${RULE}`, { typeName: '' }],
  ['resource 1 of the list is undefined.', { resources: [undefined as never] }],
  ['function 2 of the list is undefined.', { functions: [{ ...join, parameters: [a] }, undefined as never] }],
  ['resource demo_ has no typeName.', { resources: [thing({}, { typeName: '' })] }],
  [
    'resource demo_demo_pet has the name of the provider twice: its typeName is pet.',
    { resources: [thing({}, { typeName: 'demo_pet' })] },
  ],
  ...[-1, 0.5, '1', Number.NaN].map((version): [string, Partial<Provider<unknown>>] => [
    `resource demo_thing: the version of its schema is ${JSON.stringify(version)}, and not a whole number from 0.`,
    { resources: [thing({}, { schema: { ...schemaOf({ id }), version } })] },
  ]),
  [
    'provider: the version of its schema is -1, and not a whole number from 0.',
    { schema: { ...schemaOf({}), version: -1 } },
  ],
  ['resource demo_thing: its schema has no option blocks. There are attributes, description, version.', ofBlocks],
  ['provider has no option resource. It has resources.', { resource: [] } as never],
  ['function join has no option return. It has returns.', ofJoin({ parameters: [], return: 'string' })],
  [
    'function join: parameter b has no option allowNul. It has allowNull.',
    ofJoin({ parameters: [parameter({ name: 'b', type: 'string', description, allowNul: true } as never)] }),
  ],
  ...(['dataSource', 'ephemeralResource', 'listResource', 'action'] as const).map(
    (kind): [string, Partial<Provider<unknown>>] => {
      const handler = { dataSource: 'read', ephemeralResource: 'open', listResource: 'list', action: 'invoke' }[kind];
      const one = { typeName: 'thing', schema: schemaOf({}), [handler]: run, typename: 'x' };
      const name = kind.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
      return [
        `${name} demo_thing has no option typename. It has typeName.`,
        { resources: [thing({})], [`${kind}s`]: [one] } as never,
      ];
    },
  ),
  ...(['create', 'read', 'delete'] as const).map((handler): [string, Partial<Provider<unknown>>] => [
    `resource demo_thing has no function ${handler}.`,
    { resources: [thing({}, { [handler]: undefined })] },
  ]),
  ['data source demo_thing has no function read.', { dataSources: [handlerless] }],
  ['ephemeral resource demo_thing has no function open.', { ephemeralResources: [handlerless] }],
  ['action demo_thing has no function invoke.', { actions: [handlerless] }],
  ['list resource demo_thing has no function list.', { resources: [thing({})], listResources: [handlerless] }],
  ['provider: its configure is no function.', { configure: 'x' as never }],
  ['provider has a config validator that is undefined.', { configValidators: [undefined as never] }],
  [
    'provider has the config validator exactlyOneOf, which is not called.',
    { configValidators: [exactlyOneOf as never] },
  ],
  ...['x', 'Example/notes', 'a/b_c', 'a/-b', 'a/b--c', 'host/a/b'].map(
    (source): [string, Partial<Provider<unknown>>] => [
      `provider: its source is ${JSON.stringify(source)}, and not a namespace and a name of a-z, 0-9 and -, such as "example/notes".`,
      { source },
    ],
  ),
  [
    'provider: its source is "example/terraform-provider-demo", and Terraform refuses names with terraform- before them: "example/demo".',
    { source: 'example/terraform-provider-demo' },
  ],
])('a mistake in what surrounds a schema is found: %s', (mistake, parts) => {
  expect(mistakes(parts)).toEqual([mistake]);
});

it.each<[why: string, more: object, of?: object]>([
  ['that replaces', {}, { planModifiers: [requiresReplace()] }],
  ['that may change', { mutableIdentity: true }],
  ['of which modifyPlan decides', { modifyPlan: () => undefined }],
])('an identity is fine %s', (_why, more, of = {}) => {
  expect(mistakes({ resources: [thing({ a: string({ ...required, ...of }) }, { identity: 'a', ...more })] })).toEqual(
    [],
  );
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
