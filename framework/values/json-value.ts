import { elementType, partType } from './equal';
import { fromNumberText, toInt64 } from './number';
import { formatPath, type Path } from './path';
import { isNumberType, type Primitive, parseType, type Type } from './type';
import {
  Dynamic,
  isList,
  isNumber,
  isObject,
  mapValues,
  type ObjectValue,
  partOf,
  toObject,
  type Value,
} from './value';

/** Parses JSON and keeps every digit of its numbers. Throws a `SyntaxError` if the text is not JSON; its message quotes the text, so never show it. */
export function parseJson(text: string): Value {
  const parsed = JSON.parse(text) as Value;
  // A reviver costs several times as much as the parser, and most states are texts.
  return hasNumbers(parsed) ? (JSON.parse(text, keepNumbers) as Value) : parsed;
}

function hasNumbers(json: Value): boolean {
  if (typeof json !== 'object' || json === null) return typeof json === 'number';
  return Object.values(json).some(hasNumbers);
}

// The source text of a number is in Node 22 and Bun, but not yet in TypeScript's library.
function keepNumbers(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? fromNumberText(context.source) : value;
}

/**
 * Converts parsed JSON to a value of a type. Missing attributes become null, and attributes that the type does not have are dropped.
 * A dynamic value is `{"type": …, "value": …}`, as in a state. A number may be written as text, as in states of old releases. A number for an `int64` that is not whole, or too large, stays as it
 * is, unreported. Throws a `TypeError` for a part of another type, which names its place in `whole`, as far as `shown` lets it, but not the value.
 */
export function fromJson(
  json: Value,
  type: Type,
  whole = 'state',
  shown: (path: Path) => Path = (path) => path,
): Value {
  return convert(json, type, [], (path, problem) => {
    throw new TypeError(`${formatPath([{ attribute: whole }, ...shown(path)])} ${problem}`);
  });
}

type Fail = (path: Path, problem: string) => never;

function convert(json: Value, type: Type, at: Path, fail: Fail): Value {
  if (json === null) return null;
  if (type === 'dynamic') return fromDynamic(json, at, fail);
  if (typeof type === 'string') return fromPrimitive(json, type, at, fail);
  if (type[0] === 'object') {
    if (!isObject(json)) return fail(at, 'is not an object');
    const object: ObjectValue = json;
    return toObject(
      Object.entries(type[1] as ObjectTypes).map(([name, part]) => [
        name,
        convert(partOf(object, name) ?? null, part, [...at, { attribute: name }], fail),
      ]),
    );
  }
  if (type[0] === 'map') {
    if (!isObject(json)) return fail(at, 'is not a map');
    return mapValues(json, (value, key) => convert(value, partType(type, key), [...at, { key }], fail));
  }
  if (!isList(json)) return fail(at, `is not a ${type[0]}`);
  const wanted = type[0] === 'tuple' ? type[1].length : json.length;
  if (json.length !== wanted) return fail(at, `has ${json.length} elements, not ${wanted}`);
  return json.map((value, index) => convert(value, elementType(type, index), [...at, { index }], fail));
}

type ObjectTypes = { readonly [name: string]: Type };

function fromPrimitive(json: Value, type: Primitive, at: Path, fail: Fail): Value {
  if (typeof json === 'string' && isNumberType(type) && NUMBER.test(json))
    return fromPrimitive(fromNumberText(json), type, at, fail);
  if (type === 'int64' && isNumber(json)) return toInt64(json) ?? json;
  const found = isNumber(json) ? 'number' : { string: 'string', boolean: 'bool' }[typeof json as string];
  const wanted = isNumberType(type) ? 'number' : type;
  return found === wanted ? json : fail(at, `is not a ${wanted}`);
}

/** A number of JSON. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function fromDynamic(json: Value, at: Path, fail: Fail): Value {
  if (!isObject(json) || !Object.hasOwn(json, 'type')) return fail(at, 'brings no type');
  const type = typeIn(json.type) ?? fail(at, 'brings no valid type');
  return new Dynamic(type, convert(partOf(json, 'value') ?? null, type, at, fail));
}

function typeIn(json: Value | undefined): Type | undefined {
  try {
    return parseType(JSON.stringify(json));
  } catch {
    // The message quotes what stands there.
    return undefined;
  }
}
