import type { Provider } from './provider';
import type { AnyResource, Definition } from './resource';
import {
  inAttributes,
  inConfigValidators,
  inValidators,
  type Kind,
  namedWrong,
  RESOURCE,
  unknownOptions,
} from './schema/attribute-mistakes';
import { identityNames } from './schema/identity';
import { type Attribute, type Attributes, isNested } from './schema/schema';
import { isTimeouts } from './schema/timeouts';
import { formatPath, type Path } from './values/path';
import { isAttributeType } from './values/type';

const PROVIDER: Kind = {
  name: 'provider',
  reserved: ['alias', 'count', 'depends_on', 'for_each', 'source', 'version'],
  computes: false,
  timed: [],
};

/** A kind, the handlers that it must have, and its options beside these and those of {@link BLOCK}. */
type Handled = readonly [kind: Kind, required: readonly string[], options: readonly string[]];

const BLOCK = ['typeName', 'schema', 'configValidators', 'validate'];
const LISTED = ['resources', 'dataSources', 'ephemeralResources', 'listResources', 'actions', 'functions'];
const PROVIDED = ['source', 'environmentPrefix', 'configure', 'describeError', 'isCancellation'];
const FUNCTION = ['name', 'summary', 'description', 'parameters', 'variadic', 'returns', 'call'];
const PARAMETER = ['name', 'type', 'description', 'allowNull', 'allowUnknown', 'validators', 'valueType'];
const OTHER_HANDLERS = ['update', 'modifyPlan', 'planDestroy', 'importState'];
const RESOURCES: Handled = [
  RESOURCE,
  ['create', 'read', 'delete'],
  [...OTHER_HANDLERS, 'identity', 'mutableIdentity', 'movesFrom', 'stateUpgraders'],
];
const DATA_SOURCES: Handled = [{ ...RESOURCE, name: 'data source', hidesValues: false, timed: ['read'] }, ['read'], []];
const EPHEMERAL: Handled = [
  { ...RESOURCE, name: 'ephemeral resource', hidesValues: false, timed: ['open'] },
  ['open'],
  ['close'],
];
const LISTS: Handled = [{ name: 'list resource', reserved: [], computes: false, timed: [] }, ['list'], []];
const ACTIONS: Handled = [
  { name: 'action', reserved: [], computes: false, hidesValues: true, timed: ['invoke'] },
  ['invoke'],
  [],
];
/** The options of all kinds that are functions. */
const FUNCTIONS = ['validate', 'configure', 'describeError', 'isCancellation', 'close', ...OTHER_HANDLERS];

/**
 * Finds the mistakes in a provider's definitions that the compiler cannot find, each with its path. Runs no code of the provider except the
 * validators of default values.
 */
export function* mistakesOf<C>(provider: Provider<C>): Generator<string> {
  const { typeName } = provider;
  if (namedWrong(typeName))
    yield `provider: its typeName ${JSON.stringify(typeName)} is illegal: ${namedWrong(typeName)}`;
  else if (typeName.includes('_'))
    yield `provider: its typeName ${JSON.stringify(typeName)} has an underscore, and Terraform takes what is before it for the name of the provider of a type.`;
  yield* within('provider', inNamesOf(provider));
  yield* within('provider', inBlock(PROVIDER, provider));
  yield* within('provider', inHandlers(provider));
  yield* unknownOptions('provider ', provider, [...BLOCK, ...LISTED, ...PROVIDED]);
  const { resources, dataSources, ephemeralResources, listResources, actions } = provider;
  yield* inTypes(provider, RESOURCES, resources, (resource) => inResource(resource, typeName, resources));
  yield* inTypes(provider, DATA_SOURCES, dataSources);
  yield* inTypes(provider, EPHEMERAL, ephemeralResources);
  yield* inTypes(provider, LISTS, listResources, function* (list) {
    const listed = resources.find((resource) => resource?.typeName === list.typeName);
    if (listed?.identity === undefined) yield ' needs a resource of the same name with an identity.';
  });
  yield* inTypes(provider, ACTIONS, actions);
  yield* inFunctions(provider);
}

/** The mistakes with the name of what they are in. Those that go on with its name begin with a space. */
function* within(what: string, mistakes: Iterable<string>): Generator<string> {
  for (const mistake of mistakes) yield mistake.startsWith(' ') ? `${what}${mistake}` : `${what}: ${mistake}`;
}

function* inNamesOf<C>({ source, environmentPrefix: prefix }: Provider<C>): Generator<string> {
  const part = '[a-z0-9]+(-[a-z0-9]+)*';
  if (!new RegExp(`^${part}/${part}$`).test(source))
    yield `its source is ${JSON.stringify(source)}, and not a namespace and a name of a-z, 0-9 and -, such as "example/notes".`;
  const proper = String(source).replace(/\/terraform-(provider-)?/, '/');
  if (proper !== source)
    yield `its source is ${JSON.stringify(source)}, and Terraform refuses names with terraform- before them: "${proper}".`;
  if (prefix !== undefined && !/^[A-Z_][A-Z0-9_]*$/.test(prefix))
    yield `its environmentPrefix is ${JSON.stringify(prefix)}, and not the beginning of a name of A-Z, 0-9 and _, such as "NOTES_".`;
}

function* inTypes<C, T extends Definition<never>>(
  { typeName }: Provider<C>,
  [kind, required, options]: Handled,
  all: readonly T[] = [],
  more: (type: T) => Iterable<string> = () => [],
): Generator<string> {
  const types = yield* defined(kind.name, all);
  const names = types.map((type) => `${typeName}_${type.typeName}`);
  yield* inNames(kind.name, names);
  for (const type of types) {
    const full = `${kind.name} ${typeName}_${type.typeName}`;
    if (!type.typeName) yield `${full} has no typeName.`;
    if (type.typeName?.startsWith(`${typeName}_`))
      yield `${full} has the name of the provider twice: its typeName is ${type.typeName.slice(typeName.length + 1)}.`;
    yield* within(full, inBlock(kind, type));
    yield* within(full, inHandlers(type, required));
    yield* unknownOptions(`${full} `, type, [...BLOCK, ...required, ...options]);
    if (type.schema?.attributes) yield* within(full, more(type));
  }
}

/** The handlers that are missing, and those that are no functions. */
function* inHandlers(given: object, required: readonly string[] = []): Generator<string> {
  for (const name of [...required, ...FUNCTIONS]) {
    const handler = (given as Readonly<Record<string, unknown>>)[name];
    if (handler === undefined && required.includes(name)) yield ` has no ${name}, which it must have.`;
    else if (handler !== undefined && typeof handler !== 'function') yield ` has a ${name} that is no function.`;
  }
}

/** Skips undefined definitions, which a circular import causes. */
function* defined<T>(kind: string, all: readonly T[]): Generator<string, readonly T[]> {
  for (const [index, one] of all.entries()) if (!one) yield `${kind} ${index + 1} of the list is ${one}.`;
  return all.filter((one) => one);
}

const nameOf = ({ name }: { readonly name: string }) => name;

/** Checks that each name of one kind is valid and unique. */
function* inNames(kind: string, names: readonly string[]): Generator<string> {
  for (const name of names) if (namedWrong(name)) yield `${kind} ${name} has an illegal name: ${namedWrong(name)}`;
  for (const name of twice(names)) yield `${kind} ${name} is defined twice.`;
}

const twice = (names: readonly string[]) => new Set(names.filter((one, index) => names.indexOf(one) !== index));

function* inBlock(kind: Kind, { schema, configValidators }: Omit<Definition<never>, 'typeName'>): Generator<string> {
  const { attributes, version = 0 } = schema ?? {};
  if (!attributes) return yield 'its schema has no attributes.';
  yield* unknownOptions('its schema ', schema, ['version', 'description', 'attributes']);
  if (!isVersion(version))
    yield `the version of its schema is ${JSON.stringify(version)}, and not a whole number from 0.`;
  yield* inAttributes(kind, attributes);
  yield* inConfigValidators(attributes, configValidators);
}

const isVersion = (version: number) => Number.isSafeInteger(version) && version >= 0;

function* inResource<C>(
  resource: AnyResource<C>,
  typeName: string,
  resources: readonly AnyResource<C>[],
): Generator<string> {
  const { attributes, version = 0 } = resource.schema;
  yield* inIdentity(resource);
  const upgraded = Object.keys(resource.stateUpgraders ?? {}).map(Number);
  for (const from of upgraded) {
    if (!isVersion(from) || from >= version)
      yield `the upgrade of version ${from} is never used, because the schema has version ${version}.`;
  }
  const last = upgraded.find((from) => isVersion(from) && from + 1 < version && !upgraded.includes(from + 1));
  if (last !== undefined)
    yield `it has an upgrade of version ${last}, but none of version ${last + 1}, whose states would be refused.`;
  for (const from of Object.keys(resource.movesFrom ?? {})) {
    if (!resources.some((one) => one?.typeName === from))
      yield `movesFrom names ${typeName}_${from}, which is no resource of this provider.`;
  }
  const lost = resource.update || resource.modifyPlan ? [] : [...unreplaced(attributes)];
  if (lost.length > 0) {
    yield ` has no update, so that changes of ${lost.join(', ')} would do nothing. Write update, add requiresReplace() to the ` +
      'planModifiers, or decide in modifyPlan. A plan modifier of your own that replaces goes into requiresReplaceIf(…).';
  }
}

function* inIdentity<C>(resource: AnyResource<C>): Generator<string> {
  const names = identityNames(resource);
  if (resource.identity !== undefined && names.length === 0) yield 'its identity is empty. Leave it out.';
  for (const name of twice(names)) yield `its identity ${name} is there twice.`;
  for (const name of new Set(names)) {
    const attribute = resource.schema.attributes[name] ?? ({} as Attribute);
    const { type, writeOnly, sensitive, required, computed } = attribute;
    const part = typeof type === 'object' && 'length' in type && type[0] === 'list' ? type[1] : type;
    if (type === undefined) yield `its identity ${name} is no attribute.`;
    else if (writeOnly) yield `its identity ${name} is write-only, and so never in state.`;
    else if (sensitive)
      yield `its identity ${name} is sensitive, and Terraform shows and stores identities as they are.`;
    else if (typeof part !== 'string' || part === 'dynamic')
      yield `its identity ${name} is neither a text, a bool, a number nor a list of these.`;
    else if (!required && !computed)
      yield `its identity ${name} is optional, and so may be null. Make it required or computed.`;
    else if (!resource.mutableIdentity && !resource.modifyPlan && [...unreplaced({ [name]: attribute })].length > 0)
      yield `its identity ${name} can change in an update. Add requiresReplace() to its planModifiers, or set mutableIdentity: true.`;
  }
}

/** The attributes that can change without a plan modifier that may replace the resource. */
function* unreplaced(attributes: Attributes, at: Path = []): Generator<string> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const { required, optional, writeOnly, planModifiers = [], type } = attribute ?? {};
    const isFixed = !(required || optional) || planModifiers.some((modifier) => modifier?.mayReplace);
    // No plan contains write-only values. A time limit is not sent.
    if (isFixed || writeOnly || isTimeouts(attribute)) continue;
    const path = [...at, { attribute: name }];
    // Only an object that is always there is compared part by part.
    if (required && isNested(type) && type.nesting === 'single') yield* unreplaced(type.attributes, path);
    else yield formatPath(path);
  }
}

function* inFunctions<C>({ functions = [] }: Provider<C>): Generator<string> {
  const isType = (type: unknown) => type === 'dynamic' || isAttributeType(type);
  const all = yield* defined('function', functions);
  yield* inNames('function', all.map(nameOf));
  for (const definition of all) {
    const { parameters, variadic, returns } = definition;
    const full = `function ${definition.name}`;
    const fixed = yield* defined(`${full}: parameter`, parameters);
    const given = [...fixed, ...(variadic ? [variadic] : [])];
    yield* inNames(`${full}: parameter`, given.map(nameOf));
    for (const parameter of given) {
      const { name, type, validators } = parameter;
      yield* unknownOptions(`${full}: parameter ${name} `, parameter, PARAMETER);
      if (!isType(type)) yield `${full}: parameter ${name} has no type that Terraform knows.`;
      yield* within(`${full}: parameter ${name}`, inValidators(validators));
    }
    if (!isType(returns)) yield `${full}: its result has no type that Terraform knows.`;
    yield* within(full, inHandlers(definition, ['call']));
    yield* unknownOptions(`${full} `, definition, FUNCTION);
  }
}
