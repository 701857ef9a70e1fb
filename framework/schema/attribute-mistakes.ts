import { Diagnostics } from '../diagnostic';
import { messageOf } from '../failure';
import { describeBadDuration } from '../values/duration';
import { formatPath, type Path } from '../values/path';
import { isAttributeType } from '../values/type';
import * as makers from './config-validators';
import { conform } from './fit-state-to-schema';
import * as planModifiers from './plan-modifiers';
import { type Attribute, type Attributes, isNested, type ObjectValidator, objectType, type Validator } from './schema';
import { isTimeouts, type TimedOperation, type TimeoutsAttribute } from './timeouts';
import { validateAttributes } from './validate';
import * as validators from './validators';

/*
 * The mistakes in the attributes of a provider's blocks that types do not refuse, as sentences for its developer. What code without types can do besides
 * is an error of its own, unless somebody would lose something: a secret, a check or a plan.
 */

/** A kind of block. */
export interface Kind {
  /** As messages name it. */
  readonly name: string;
  /** Names that Terraform does not leave to the provider. */
  readonly reserved: readonly string[];
  /** Whether the block has values that the provider computes. */
  readonly computes: boolean;
  /** Whether it may have write-only attributes. */
  readonly hidesValues?: boolean;
  /** The operations that `timeouts` can limit. */
  readonly timed: readonly TimedOperation[];
}

/** The kind that may have every option of an attribute; data sources and ephemeral resources are like it but for that and what is `timed`. */
export const RESOURCE: Kind = {
  name: 'resource',
  reserved: ['connection', 'count', 'depends_on', 'for_each', 'lifecycle', 'provider', 'provisioner'],
  computes: true,
  hidesValues: true,
  timed: ['create', 'read', 'update', 'delete'],
};

/** The rule that a name breaks; undefined for a legal one. */
export const namedWrong = (name: string): string | undefined =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? undefined : 'only a-z, 0-9 and _, not beginning with a digit.';

/** The options of attributes, also those that belong to a type. */
const OPTIONS = ['description', 'required', 'optional', 'computed', 'sensitive', 'writeOnly', 'deprecated', 'default'];
const MORE_OPTIONS = ['unknownAfterImport', 'validators', 'planModifiers', 'configValidators', 'meansSame'];
const OF_TYPES = ['elementType', 'attributeTypes', 'attributes'];

/** What surrounds an attribute. */
interface Outside {
  readonly at: Path;
  readonly inSet?: boolean;
  /** Whether it is below a list, a set or a map, in which an object may be new. */
  readonly inMany?: boolean;
  readonly inComputed?: boolean;
  readonly inWriteOnly?: boolean;
}

/** The mistakes in the attributes of a block, nested ones too, each with the path of its attribute. */
export function* inAttributes(kind: Kind, attributes: Attributes, outside: Outside = { at: [] }): Generator<string> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const at = [...outside.at, { attribute: name }];
    const mistakes = [...inAttribute(kind, name, attribute, { ...outside, at })];
    yield* mistakes.map((mistake) => `${formatPath(at) || '""'} ${mistake}`);
    const inner: string[] = [];
    if (isNested(attribute?.type)) {
      const { nesting, attributes: parts } = attribute.type;
      const inSet = outside.inSet || nesting === 'set';
      const inMany = outside.inMany || nesting !== 'single';
      const inComputed = outside.inComputed || attribute.computed === true;
      const inWriteOnly = outside.inWriteOnly || attribute.writeOnly === true;
      inner.push(...inAttributes(kind, parts, { at, inSet, inMany, inComputed, inWriteOnly }));
    }
    yield* inner;
    // A default is checked with the type and the validators that it has to fit.
    if (mistakes.length + inner.length === 0)
      for (const mistake of inDefault(name, attribute, at)) yield `${formatPath(at)} ${mistake}`;
  }
}

function* inAttribute(
  kind: Kind,
  name: string,
  attribute: Attribute,
  { at, inSet, inMany, inComputed, inWriteOnly }: Outside,
): Generator<string> {
  const problem = namedWrong(name);
  if (problem) yield `is no name for an attribute: ${problem}`;
  if (at.length === 1 && kind.reserved.includes(name))
    yield 'is a name that Terraform reserves here. Choose another name.';
  if (typeof attribute !== 'object' || attribute === null)
    return yield `is ${attribute}, and no attribute, such as string({ … }).`;
  const { required, optional, computed, writeOnly, type } = attribute;
  const hasDefault = attribute.default !== undefined;
  if (!isNested(type) && !isAttributeType(type)) yield 'has no type that Terraform knows.';
  if (!required && !optional && !computed) yield 'is neither required, optional nor computed.';
  if (required && (optional || computed || hasDefault)) yield 'is required. Leave out optional, computed and default.';
  else if (hasDefault && !writeOnly && !(optional && computed)) yield 'has a default, and so is optional and computed.';
  // Other blocks would take them as promises that nobody keeps.
  if (kind !== RESOURCE && hasDefault) yield 'has default, which works in resources only.';
  if (!kind.hidesValues && writeOnly) yield 'has writeOnly, which works in resources and actions only.';
  if (!kind.computes && computed) yield 'is computed, but nobody computes it: there is only a configuration.';
  if (computed && !optional && !hasDefault && (attribute.validators ?? attribute.configValidators ?? []).length > 0)
    yield 'is computed only, and so no validator runs: validators check what is configured.';
  if (isNested(type) && Object.keys(type.attributes).length === 0) yield 'has no attributes in it.';
  const hidden = writeOnly ? 'is write-only' : inWriteOnly && 'is inside of a write-only attribute';
  if (hidden && (computed || hasDefault)) yield `${hidden}, and so neither computed nor with a default.`;
  if (hidden && (attribute.planModifiers ?? []).length > 0)
    yield `${hidden}, and so plan modifiers do nothing: no plan has its value. Put them on an attribute beside it, such as its version.`;
  if (writeOnly && attribute.unknownAfterImport) yield 'is write-only, and so nothing is unknown after an import.';
  if (writeOnly && inSet) yield 'is write-only inside of a set, which Terraform does not have.';
  if (writeOnly && inComputed) yield 'is write-only inside of a computed attribute, which Terraform does not have.';
  if (attribute.unknownAfterImport && at.length > 1)
    yield 'has unknownAfterImport, which only attributes of the resource itself can have.';
  for (const mistake of inValidators(attribute.validators)) yield mistake.trimStart();
  if (isNested(type)) yield* inConfigValidators(type.attributes, attribute.configValidators);
  else if (attribute.configValidators) yield 'has configValidators, which only nested attributes have.';
  if (attribute.meansSame !== undefined) yield* inMeaning(attribute, inSet);
  for (const modifier of attribute.planModifiers ?? []) yield* inFunction('plan modifier', modifier, planModifiers);
  if (inMany && (attribute.planModifiers ?? []).some((modifier) => modifier?.keepsNull))
    yield 'has useStateForUnknown() below a list, a set or a map, where it plans null for an object that is new: use useNonNullStateForUnknown().';
  if (isTimeouts(attribute)) yield* inTimeouts(kind, attribute, at);
  const {
    type: _,
    valueType,
    planType,
    ...options
  } = { ...attribute, ...(isTimeouts(attribute) && { defaults: undefined }) };
  yield* unknownOptions('', options, [...OPTIONS, ...MORE_OPTIONS], OF_TYPES);
}

/** The options that nothing reads, each with that of `known` and `others` that was probably meant. `whose` begins the mistake. */
export function* unknownOptions(
  whose: string,
  given: object,
  known: readonly string[],
  others: readonly string[] = [],
): Generator<string> {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || known.includes(name)) continue;
    const [near] = [1, 2].flatMap((edits) => [...known, ...others].filter((one) => isNear(name, one, edits)));
    yield `${whose}has no option ${name}. ${near && near !== name ? `Did you mean ${near}?` : `There are ${[...known].sort().join(', ')}.`}`;
  }
}

/** True if one name becomes the other by so many letters that are changed, added or removed. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  const [oneRest, otherRest] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isNear(oneRest, otherRest, edits);
  const rests = [[oneRest, otherRest] as const, [oneRest, other] as const, [one, otherRest] as const];
  return edits > 0 && rests.some(([a, b]) => isNear(a, b, edits - 1));
}

/** The mistakes in a validator or the like: an import in a circle gives undefined, and one of `makers` itself is a maker that was not called. */
export function* inFunction(kind: string, given: unknown, makers: object): Generator<string> {
  if (typeof given !== 'function') yield `has a ${kind} that is ${given}.`;
  for (const [name, make] of Object.entries(makers)) {
    if (given === make) yield `has the ${kind} ${name}, which is not called.`;
  }
}

/** The mistakes in validators of single values. Each begins with a space. */
export function* inValidators(given: readonly Validator<never>[] = []): Generator<string> {
  for (const validator of given) {
    for (const mistake of inFunction('validator', validator, validators)) yield ` ${mistake}`;
    if (validator?.mistake) yield ` has a validator with a mistake: ${validator.mistake}.`;
  }
}

/** The mistakes in validators that span these attributes. */
export function* inConfigValidators(
  attributes: Attributes,
  given: readonly ObjectValidator<never>[] = [],
): Generator<string> {
  for (const validator of given) {
    for (const mistake of inFunction('config validator', validator, makers)) yield ` ${mistake}`;
    const { names } = validator ?? {};
    for (const name of names ?? []) {
      if (!(name in attributes)) yield `a config validator names ${name}, which is no attribute.`;
    }
    if (names && new Set(names).size < 2) yield 'a config validator names fewer than two attributes.';
  }
}

function* inMeaning({ type, writeOnly }: Attribute, inSet = false): Generator<string> {
  if (isNested(type)) yield 'has meansSame, which its parts can have, and it cannot.';
  if (inSet) yield 'has meansSame inside of a set, whose objects are told apart by their values.';
  if (writeOnly) yield 'is write-only, and so meansSame compares nothing: no state has its value.';
}

function* inTimeouts(kind: Kind, { type, defaults }: TimeoutsAttribute<TimedOperation>, at: Path): Generator<string> {
  if (formatPath(at) !== 'timeouts')
    yield 'is made by timeouts(…), which limits something only as the attribute timeouts of a block.';
  for (const operation of Object.keys(isNested(type) ? type.attributes : {}))
    if (!kind.timed.some((one) => one === operation)) yield `limits ${operation}, which a ${kind.name} does not have.`;
  for (const [operation, limit] of Object.entries(defaults)) {
    const problem = describeBadDuration(String(limit), 1);
    if (problem) yield `has a default for ${operation} that is none: ${problem}`;
  }
}

function* inDefault(name: string, attribute: Attribute, at: Path): Generator<string> {
  if (attribute.default === undefined) return;
  const [one, value] = [{ [name]: attribute }, { [name]: attribute.default }];
  const { misfits } = conform(value, objectType(one), null);
  for (const { problem } of misfits) yield `has a default that does not fit: ${problem}.`;
  const found = new Diagnostics();
  try {
    if (misfits.length === 0) validateAttributes(one, value, found, at.slice(0, -1));
  } catch (error) {
    yield `has a default for which a validator throws: ${messageOf(error)}`;
  }
  for (const { severity, detail } of found.all)
    if (severity === 'error') yield `has a default that it refuses: ${detail}`;
}
