import { isPromise, textOf } from '../failure';
import { fromDoubles } from '../values/doubles';
import { elementType } from '../values/equal';
import { isFiniteNumber, NUMBERS, numbersEqual, toInt64 } from '../values/number';
import { formatPath, type Path, path } from '../values/path';
import { isSecret } from '../values/quote-value';
import { isNumberType, type Type } from '../values/type';
import {
  Dynamic,
  emptyObject,
  isList,
  isNumber,
  isObject,
  isUnknown,
  type NumberValue,
  type ObjectValue,
  partOf,
  type Value,
} from '../values/value';
import { type Identified, missingIdentity } from './identity';
import { type Attributes, isNested, type Schema, schemaType } from './schema';
import { writeOnlyToNull } from './write-only';

/** A part of a state that does not fit its type. The description never quotes the value. */
export interface Misfit {
  readonly path: Path;
  readonly problem: string;
}

/**
 * Makes a handler's state fit `type`, which is that of an object (F5), so that Terraform keeps an object even if part of its state is wrong. A
 * part that does not fit is replaced by the same part of `known`, the object's earlier state or null; inside of a collection by null, or, where no
 * element may be null, with the whole list or set. Half a surrogate pair in a text becomes U+FFFD; an attribute that the type does not have is
 * dropped. Each of these is a misfit, and so is what is missing or unknown. Null fits every type but the elements of lists and sets. Outside of
 * collections, a number for an `int64` and a list or set with null elements pass where `known` has the like. The host gets the digits of a `float64` that
 * it has `sent`, or that are in `known`. Changes no argument.
 */
export function conform(
  value: ObjectValue,
  type: Type,
  known: Value,
  sent: readonly Value[] = [],
): { readonly state: ObjectValue; readonly misfits: readonly Misfit[] } {
  const misfits: Misfit[] = [];
  const state = fitValue(value, type, known, [], (path, problem) => misfits.push({ path, problem }));
  return { state: fromDoubles(state, type, ...sent, known) as ObjectValue, misfits };
}

/**
 * Makes the result of a handler fit its schema (F5), without write-only values. A null in its identity, or one of nothing but empty text, is a
 * misfit, too. The paths of misfits end before the keys of secret maps. Throws a TypeError for a result that is no object.
 */
export function conformResult(
  kind: Identified,
  result: ObjectValue,
  known: Value,
  sent: readonly Value[] = [],
): ReturnType<typeof conform> {
  if (!isObject(result)) throw new TypeError('The handler returned no object');
  const { attributes } = kind.schema;
  const { state, misfits } = conform(writeOnlyToNull(attributes, result), schemaType(kind.schema), known, sent);
  const told = misfits.map((one) => ({ ...one, path: shownPath(attributes, one.path) }));
  const lost = (isObject(state) ? missingIdentity(kind, state) : [])
    .filter((name) => told.every((one) => formatPath(one.path) !== name))
    .map((name) => ({
      path: path(name),
      problem: `it is ${state[name] === '' ? 'empty' : 'null'}, and it is the identity of the object`,
    }));
  return { state, misfits: [...told, ...lost] };
}

/** The parts of a plan that do not fit its schema. Whatever is not known yet fits; `proposed` is `known` for {@link conform}. */
export function misfitsOfPlan(schema: Schema, planned: ObjectValue, proposed: ObjectValue): readonly Misfit[] {
  return conform(planned, schemaType(schema), proposed)
    .misfits.filter(({ problem }) => problem !== STILL_UNKNOWN)
    .map((one) => ({ ...one, path: shownPath(schema.attributes, one.path) }));
}

/** The path, from these attributes on, as far as it may be shown: it ends before the first key of a map that is secret or inside of what is. */
export function shownPath(attributes: Attributes, whole: Path): Path {
  let inside: Attributes | undefined = attributes;
  let secret = false;
  for (const [index, step] of whole.entries()) {
    if ('key' in step && secret) return whole.slice(0, index);
    const attribute: Attributes[string] | undefined = 'attribute' in step ? inside?.[step.attribute] : undefined;
    if (!attribute) continue;
    secret ||= isSecret(attribute);
    inside = isNested(attribute.type) ? attribute.type.attributes : undefined;
  }
  return whole;
}

type Tell = (path: Path, problem: string) => void;

function fitValue(value: Value | undefined, type: Type, known: Value, at: Path, tell: Tell): Value {
  if (value === null) return null;
  // A value that the state had before is no misfit of the handler that leaves it.
  const isKept = isNumber(value) && isFiniteNumber(value) && isNumber(known) && numbersEqual(value, known);
  if (isKept && type !== 'number') return value;
  // A double that stands for more digits than it can hold.
  if (type === 'number' && typeof value === 'number' && isNumber(known) && Number(known.toString()) === value)
    return known;
  const problem = describeMisfit(value, type, known);
  if (problem !== undefined) tell(at, problem);
  if (value === undefined || isUnknown(value)) return known;
  if (type === 'string' && typeof value === 'string') return value.toWellFormed();
  if (problem !== undefined) return isNumber(known) && !isFiniteNumber(known) ? null : known;
  if (value instanceof Dynamic) return new Dynamic(value.type, fitValue(value.value, value.type, null, at, tell));
  if (isList(value)) {
    // `map` would pass over the holes of a sparse array.
    const elements = Array.from(value, (element: Value | undefined, index) =>
      fitValue(element, elementType(type, index), null, pathInto(type, at, index), tell),
    );
    return hasNullElement(elements, type, known) ? known : elements;
  }
  if (isObject(value))
    return type[0] === 'map' ? fitMap(value, type, at, tell) : fitObject(value, type, known, at, tell);
  return type === 'int64' ? (toInt64(value as NumberValue) as Value) : value;
}

function fitObject(value: ObjectValue, type: Type, known: Value, at: Path, tell: Tell): ObjectValue {
  const fitted = emptyObject();
  const types = type[1] as { readonly [name: string]: Type };
  for (const name of Object.keys(types)) {
    const part = partOf(value, name);
    const partOfType = types[name] as Type;
    if (fitsAsItIs(part, partOfType)) {
      fitted[name] = part;
      continue;
    }
    const before = isObject(known) ? (partOf(known, name) ?? null) : null;
    fitted[name] = fitValue(part, partOfType, before, [...at, { attribute: name }], tell);
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(types, name)) tell([...at, { attribute: name }], 'it is no attribute of the schema');
  return fitted;
}

/** Whether nothing has to be looked at in a part: most are null, a text or a bool. */
function fitsAsItIs(part: Value | undefined, type: Type): part is null | string | boolean {
  if (part === null) return true;
  return typeof part === 'string'
    ? type === 'string' && part.isWellFormed()
    : type === 'bool' && typeof part === 'boolean';
}

function fitMap(value: ObjectValue, type: Type, at: Path, tell: Tell): ObjectValue {
  const fitted = emptyObject();
  const inNfc = new Set(Object.keys(value).map((key) => key.normalize('NFC')));
  if (inNfc.size < Object.keys(value).length) tell(at, 'it has two keys that are equal in NFC');
  for (const [key, part] of Object.entries(value)) {
    if (!key.isWellFormed()) tell(at, 'it has a key with an unpaired surrogate');
    fitted[key.toWellFormed()] = fitValue(part, type[1] as Type, null, [...at, { key }], tell);
  }
  return fitted;
}

/** The path of an element. An element of a set has the path of the set, because Terraform has no step into one. */
const pathInto = (type: Type, at: Path, index: number): Path => (type[0] === 'set' ? at : [...at, { index }]);

/** The problem of a part that is unknown, as parts of a plan and of the result of a function may be. */
export const STILL_UNKNOWN = 'it is still unknown';

/** The problem of a list or a set with null in it, which no model has, but the result of a function may have. */
/** The problem of an attribute that the handler has left undecided. */
export const MISSING = 'it is missing';
export const NULL_ELEMENT = 'one of its elements is null';

function describeMisfit(value: Value | undefined, type: Type, known: Value): string | undefined {
  if (value === undefined) return MISSING;
  if (isUnknown(value)) return STILL_UNKNOWN;
  if (value instanceof Dynamic && !value.type) return 'it is a Dynamic without a type';
  if (isPromise(value)) return 'it is a Promise that nothing has awaited';
  const kind = typeof type === 'string' ? type : type[0];
  if (IS[kind]?.(value) !== true)
    return `it is not ${isNumberType(type) ? NUMBERS[type].name : kind === 'object' ? 'an object' : `a ${kind}`}`;
  if (kind === 'tuple' && (value as readonly Value[]).length !== type[1]?.length)
    return 'it is a tuple of another length';
  if (isList(value) && hasNullElement(value, type, known)) return NULL_ELEMENT;
  if (isObject(value) && !hasParts(value, kind)) return `it is a ${classOf(value)}: return a plain object`;
  if (typeof value === 'string' && !value.isWellFormed()) return 'it contains an unpaired surrogate';
  return undefined;
}

/** True for a list or a set that has null in it, and had none before: what another provider has left there is no misfit. */
const hasNullElement = (elements: readonly Value[], type: Type, known: Value): boolean =>
  type[0] !== 'tuple' && elements.includes(null) && !(isList(known) && known.includes(null));

/** Whether the parts of an object are its properties, not as in a Map or a Date. As an object a class of the provider will do; as a map, none. */
function hasParts(value: ObjectValue, kind: string): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain || (kind === 'object' && Object.prototype.toString.call(value) === '[object Object]');
}

const classOf = (value: ObjectValue): string => textOf(Object.getPrototypeOf(value).constructor?.name);

const IS: Readonly<Record<string, (value: Value) => boolean>> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  number: (value) => isNumber(value) && NUMBERS.number.has(value),
  integer: (value) => isNumber(value) && NUMBERS.integer.has(value),
  float64: (value) => isNumber(value) && NUMBERS.float64.has(value),
  int64: (value) => isNumber(value) && NUMBERS.int64.has(value),
  dynamic: (value) => value instanceof Dynamic,
  object: isObject,
  map: isObject,
  list: isList,
  set: isList,
  tuple: isList,
};
