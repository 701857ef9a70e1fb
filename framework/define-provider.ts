import { Diagnostics } from './diagnostic';
import { conform } from './fit-state-to-schema';
import { identityNames } from './identity';
import type { Values } from './model';
import { formatPath, type Path } from './path';
import type { Provider } from './provider';
import type { AnyResource } from './resource';
import { type Attribute, type Attributes, isNested, objectType, type Schema } from './schema';
import { isTimeouts } from './timeouts';
import { validateAttributes } from './validate';

/**
 * Defines a provider. The schema of its configuration gives `config` its type. Throws an error with all mistakes in the definitions,
 * which otherwise Terraform reports to practitioners, or nobody.
 */
export function defineProvider<A extends Attributes, C = unknown>(
  provider: Omit<Provider<C, Values<A>>, 'schema'> & { readonly schema: Schema<A> },
): Provider<C> {
  // The framework converts values by the schema that `A` comes from, so both types describe the same values.
  const defined = provider as unknown as Provider<C>;
  const mistakes = [...mistakesOf(defined)];
  if (mistakes.length === 0) return defined;
  const list = mistakes.map((mistake) => `\n- ${mistake}`).join('');
  throw new Error(`The definition of the provider "${provider.typeName}" has mistakes (${mistakes.length}):${list}`);
}

/** A kind of block. */
interface Kind {
  readonly name: string;
  /** Names that Terraform does not leave to the provider. */
  readonly reserved: readonly string[];
  /** Whether the block has values that the provider computes. */
  readonly computes: boolean;
}

const OF_PROVIDERS = ['alias', 'count', 'depends_on', 'for_each', 'source', 'version'];
const OF_OBJECTS = ['connection', 'count', 'depends_on', 'for_each', 'lifecycle', 'provider', 'provisioner'];

const RESOURCE: Kind = { name: 'resource', reserved: OF_OBJECTS, computes: true };

/** Options that other blocks would take as promises that nobody keeps. */
const OF_RESOURCES = ['default', 'writeOnly'] as const;

const NAME = /^[a-z_][a-z0-9_]*$/;
const RULE = 'only a-z, 0-9 and _, not beginning with a digit.';

function* mistakesOf<C>(provider: Provider<C>): Generator<string> {
  const { typeName, source, resources, functions = [] } = provider;
  if (!/^[\w-]+\/[\w-]+$/.test(source)) {
    yield `provider: its source is ${JSON.stringify(source)}, and not a namespace and a name, such as "example/notes".`;
  }
  const settings = { name: 'provider', reserved: OF_PROVIDERS, computes: false };
  for (const mistake of inAttributes(settings, provider.schema.attributes)) yield `provider: ${mistake}`;
  const kinds: readonly [Kind, readonly { readonly typeName: string; readonly schema: Schema }[] | undefined][] = [
    [RESOURCE, resources],
    [{ ...RESOURCE, name: 'data source' }, provider.dataSources],
    [{ ...RESOURCE, name: 'ephemeral resource' }, provider.ephemeralResources],
    [{ name: 'list resource', reserved: [], computes: false }, provider.listResources],
    [{ name: 'action', reserved: [], computes: false }, provider.actions],
  ];
  for (const [kind, types = []] of kinds) {
    const names = types.map((type) => `${typeName}_${type.typeName}`);
    yield* inNames(kind.name, names);
    for (const [index, type] of types.entries()) {
      const full = `${kind.name} ${names[index]}`;
      for (const mistake of inAttributes(kind, type.schema.attributes)) yield `${full}: ${mistake}`;
      if (kind === RESOURCE) yield* inResource(full, type as AnyResource<C>, provider);
      const listed = resources.find((resource) => resource.typeName === type.typeName);
      if (kind.name === 'list resource' && listed?.identity === undefined)
        yield `${full} needs a resource of the same name with an identity.`;
    }
  }
  const names = functions.map(({ name }) => name);
  yield* inNames('function', names);
  for (const { name, parameters, variadic } of functions) {
    const all = [...parameters, ...(variadic ? [variadic] : [])].map((parameter) => parameter.name);
    yield* inNames(`function ${name}: parameter`, all);
  }
}

/** Names of one kind: each is legal, and there once. */
function* inNames(kind: string, names: readonly string[]): Generator<string> {
  for (const name of names) if (!NAME.test(name)) yield `${kind} ${name} has an illegal name: ${RULE}`;
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index)))
    yield `${kind} ${name} is defined twice.`;
}

function* inResource<C>(full: string, resource: AnyResource<C>, provider: Provider<C>): Generator<string> {
  const { attributes, version = 0 } = resource.schema;
  for (const name of identityNames(resource)) {
    const { type, writeOnly } = attributes[name] ?? {};
    const part = typeof type === 'object' && 'length' in type && type[0] === 'list' ? type[1] : type;
    if (type === undefined) yield `${full}: its identity ${name} is no attribute.`;
    else if (writeOnly) yield `${full}: its identity ${name} is write-only, and so never in state.`;
    else if (typeof part !== 'string' || part === 'dynamic')
      yield `${full}: its identity ${name} is neither a text, a bool, a number nor a list of these.`;
  }
  for (const from of Object.keys(resource.stateUpgraders ?? {})) {
    if (Number(from) >= version)
      yield `${full}: the upgrade of version ${from} is never used, because the schema has version ${version}.`;
  }
  for (const from of Object.keys(resource.movesFrom ?? {})) {
    if (!provider.resources.some(({ typeName }) => typeName === from))
      yield `${full}: movesFrom names ${provider.typeName}_${from}, which is no resource of this provider.`;
  }
  const lost = resource.update || resource.modifyPlan ? [] : [...unreplaced(attributes)];
  if (lost.length > 0) {
    yield `${full} has no update, so that changes of ${lost.join(', ')} would do nothing. Write update, add requiresReplace() to the ` +
      'planModifiers, or decide in modifyPlan. A plan modifier of your own that replaces goes into requiresReplaceIf(…).';
  }
}

/** The attributes that can change without a plan modifier that may replace the resource. */
function* unreplaced(attributes: Attributes, at: Path = []): Generator<string> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const { required, optional, writeOnly, planModifiers = [], type } = attribute;
    const isFixed = !(required || optional) || planModifiers.some(({ mayReplace }) => mayReplace);
    // No plan contains write-only values. A time limit is not sent.
    if (isFixed || writeOnly || isTimeouts(attribute)) continue;
    const path = [...at, { attribute: name }];
    // Only an object that is always there is compared part by part.
    if (required && isNested(type) && type.nesting === 'single') yield* unreplaced(type.attributes, path);
    else yield formatPath(path);
  }
}

function* inAttributes(kind: Kind, attributes: Attributes, at: Path = [], inSet = false): Generator<string> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const path = [...at, { attribute: name }];
    for (const mistake of inAttribute(kind, name, attribute, path, inSet)) yield `${formatPath(path)} ${mistake}`;
    if (isNested(attribute.type)) {
      const { attributes: inner, nesting } = attribute.type;
      yield* inAttributes(kind, inner, path, inSet || nesting === 'set');
    }
  }
}

function* inAttribute(kind: Kind, name: string, attribute: Attribute, at: Path, inSet: boolean): Generator<string> {
  const { required, optional, computed, writeOnly } = attribute;
  const hasDefault = attribute.default !== undefined;
  if (!NAME.test(name)) yield `is no name for an attribute: ${RULE}`;
  if (at.length === 1 && kind.reserved.includes(name)) yield 'is a name that Terraform keeps for itself in this block.';
  if (!required && !optional && !computed) yield 'is neither required, optional nor computed.';
  if (required && (optional || computed || hasDefault))
    yield 'is required, and so neither optional nor computed, and has no default.';
  for (const option of OF_RESOURCES) {
    if (kind !== RESOURCE && (attribute[option] ?? false) !== false)
      yield `has ${option}, which works in resources only.`;
  }
  if (!kind.computes && computed) yield 'is computed, but nobody computes it: there is only a configuration.';
  if (writeOnly && (computed || hasDefault)) yield 'is write-only, and so neither computed nor with a default.';
  if (writeOnly && inSet) yield 'is write-only inside of a set, which Terraform does not have.';
  if (attribute.unknownAfterImport && at.length > 1)
    yield 'has unknownAfterImport, which only attributes of the resource itself can have.';
  if (attribute.default === undefined) return;
  const [one, value] = [{ [name]: attribute }, { [name]: attribute.default }];
  const { misfits } = conform(value, objectType(one), null);
  for (const { problem } of misfits) yield `has a default that does not fit: ${problem}.`;
  const found = new Diagnostics();
  if (misfits.length === 0) validateAttributes(one, value, found, at.slice(0, -1));
  for (const { severity, detail } of found.all)
    if (severity === 'error') yield `has a default that it refuses: ${detail}`;
}
