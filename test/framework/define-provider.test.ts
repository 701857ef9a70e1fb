import { expect, it } from 'vitest';
import {
  type Attributes,
  atLeast,
  bool,
  defineProvider,
  defineResource,
  int64,
  listNested,
  number,
  type PlanModifier,
  type Provider,
  requiresReplace,
  requiresReplaceIf,
  requiresReplaceIfConfigured,
  setNested,
  singleNested,
  string,
  stringParameter,
  timeouts,
  useStateForUnknown,
} from '../../framework';

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

/** The mistakes that are found when a provider with these parts is defined. */
function mistakes(parts: Partial<Provider<unknown>>): readonly string[] {
  const names = { typeName: 'demo', source: 'example/demo' };
  try {
    defineProvider({ ...names, schema: schemaOf({}), resources: [], ...parts } as Parameters<typeof defineProvider>[0]);
    return [];
  } catch (error) {
    const [first, ...lines] = (error as Error).message.split('\n');
    expect(first).toBe(`The definition of the provider "demo" has mistakes (${lines.length}):`);
    return lines.map((line) => line.replace(/^- /, ''));
  }
}

const inThing = (attributes: Attributes, more?: object) => mistakes({ resources: [thing(attributes, more)] });

const plain = string(optional);
const modeless = string({ description });
const secret = string({ ...optional, writeOnly: true });
const zero = int64({ default: 0n, description, validators: [atLeast(1)] });
const inside = (attributes: Attributes) => ({ a: singleNested({ ...optional, attributes }) });
const RULE = 'only a-z, 0-9 and _, not beginning with a digit.';
const MODES = 'is required, and so neither optional nor computed, and has no default.';

it.each<[mistake: string, Attributes]>([
  ['a is neither required, optional nor computed.', { a: modeless }],
  [`a ${MODES}`, { a: string({ ...required, computed: true }) }],
  [`a ${MODES}`, { a: string({ ...required, default: 'x' }) }],
  [`maxSize is no name for an attribute: ${RULE}`, { maxSize: plain }],
  [`1st is no name for an attribute: ${RULE}`, { '1st': plain }],
  ['count is a name that Terraform keeps for itself in this block.', { count: plain }],
  ['a has a default that it refuses: It must be at least 1; got 0.', { a: zero }],
  [
    'a has a default that does not fit: it is not a number.',
    { a: number({ default: Number.POSITIVE_INFINITY, description }) },
  ],
  ['a has a default that does not fit: it is not a bool.', { a: bool({ default: 'x' as never, description }) }],
  ['a is write-only, and so neither computed nor with a default.', { a: { ...secret, default: 'x' } }],
  [
    'a.b is write-only inside of a set, which Terraform does not have.',
    { a: setNested({ ...optional, attributes: { b: secret } }) },
  ],
  [
    'a.b has unknownAfterImport, which only attributes of the resource itself can have.',
    inside({ b: { ...plain, unknownAfterImport: true } }),
  ],
  ['a.count is neither required, optional nor computed.', inside({ count: modeless })],
  ['a.b has a default that it refuses: a.b: It must be at least 1; got 0.', inside({ b: zero })],
])('a mistake in an attribute is found: %s', (mistake, attributes) => {
  expect(inThing(attributes)).toEqual([`resource demo_thing: ${mistake}`]);
});

it('all mistakes are found at once, in every kind of block', () => {
  const schema = schemaOf({ a: modeless, depends_on: string({ ...optional, default: 'x' }) });
  const mode = 'a is neither required, optional nor computed.';
  const kept = 'depends_on is a name that Terraform keeps for itself in this block.';
  const fallback = 'depends_on has default, which works in resources only.';
  const computed = 'depends_on is computed, but nobody computes it: there is only a configuration.';
  const ofType = { typeName: 'thing', schema } as never;

  const found = mistakes({
    schema,
    resources: [thing({ a: modeless }), thing({})],
    dataSources: [ofType],
    ephemeralResources: [ofType],
    listResources: [ofType],
    actions: [ofType],
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

const a = stringParameter({ name: 'a', description });
const join = { name: 'join', summary: '', description, parameters: [a, a], returns: 'string', call: () => '' } as const;

it.each<[mistake: string, Partial<Provider<unknown>>]>([
  [`resource demo_Big-Thing has an illegal name: ${RULE}`, { resources: [thing({}, { typeName: 'Big-Thing' })] }],
  [
    'list resource demo_thing needs a resource of the same name with an identity.',
    { listResources: [{ typeName: 'thing', schema: schemaOf({}), list: async () => [] }] },
  ],
  ['resource demo_thing: its identity zone is no attribute.', { resources: [thing({}, { identity: ['id', 'zone'] })] }],
  [
    'resource demo_thing: its identity a is write-only, and so never in state.',
    { resources: [thing({ a: secret }, { identity: 'a' })] },
  ],
  [
    'resource demo_thing: its identity a is neither a text, a bool, a number nor a list of these.',
    { resources: [thing(inside({}), { identity: 'a' })] },
  ],
  [
    'resource demo_thing: the upgrade of version 0 is never used, because the schema has version 0.',
    { resources: [thing({}, { stateUpgraders: { 0: {} } })] },
  ],
  [
    'resource demo_thing: movesFrom names demo_other, which is no resource of this provider.',
    { resources: [thing({}, { movesFrom: { other: () => ({}) } })] },
  ],
  ['function join: parameter a is defined twice.', { functions: [join] }],
])('a mistake in what surrounds a schema is found: %s', (mistake, parts) => {
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
