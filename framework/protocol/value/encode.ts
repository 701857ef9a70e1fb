import { Encoder } from '@msgpack/msgpack';
import { isFiniteNumber, toInt64 } from '../../values/number';
import type { ObjectType, TupleType, Type } from '../../values/type';
import {
  Decimal,
  Dynamic,
  emptyObject,
  isList,
  isObject,
  type ObjectValue,
  partOf,
  Unknown,
  type Value,
} from '../../values/value';
import { unknownExtension } from './extension';
import { attributeNames, compareBytes } from './order';
import { Place } from './place';
import { typeToJson } from './type-json';

// For the life of the process its buffer has the size of the largest value, and the bytes of the last one.
const encoder = new Encoder({ useBigInt64: true, extensionCodec: unknownExtension, maxDepth: 10_000 });
const utf8 = new TextEncoder();

/**
 * Encodes a value of this type as msgpack, in the same form as the host: shortest integers, whole numbers beyond 64 bits as text, keys in the order
 * of their bytes, strings in NFC (plugin protocol, "Type-by-type"); but a Decimal is always text, as it was written. Sets stay in their order. Throws
 * a `ValueError` that names the place of the part that does not fit; an int64 may be any number, and a number may be infinite, but not NaN.
 */
export function encode(value: Value, type: Type): Uint8Array {
  return encoder.encode(toRaw(value, type, new Place()));
}

function toRaw(value: Value, type: Type, place: Place): unknown {
  if (value === null || value instanceof Unknown) return value;
  if (typeof type === 'string') {
    switch (type) {
      case 'string':
        if (typeof value !== 'string') throw place.expected('a string');
        return toText(value, place);
      case 'bool':
        if (typeof value !== 'boolean') throw place.expected('a bool');
        return value;
      case 'number':
      case 'float64':
      case 'integer':
      // An int64 that is not whole came from the host, and goes back as it is: handlers' results are checked before.
      case 'int64':
        return fromNumber(value, place);
      case 'dynamic':
        if (!(value instanceof Dynamic)) throw place.expected('a value with its type');
        return [utf8.encode(typeToJson(value.type)), toRaw(value.value, value.type, place)];
    }
  }
  switch (type[0]) {
    case 'object':
      return fromObject(value, type, place);
    case 'tuple':
      return fromTuple(value, type, place);
    case 'map':
      return fromMap(value, type[1], place);
    default:
      if (!isList(value)) throw place.expected(`a ${type[0]}`);
      return elements(value, () => type[1], place);
  }
}

/** Converts to NFC, in which the host compares. Rejects half a surrogate pair, which UTF-8 cannot represent. */
function toText(text: string, place: Place): string {
  if (!text.isWellFormed()) throw place.expected('a string of valid Unicode');
  return text.normalize('NFC');
}

/** The encoder writes whole numbers outside of these limits as doubles, unless they are bigints. */
const INT32_MIN = -(2 ** 31);
const UINT32_MAX = 2 ** 32 - 1;

function fromNumber(value: Value, place: Place): number | bigint | string {
  if (value instanceof Decimal && isFiniteNumber(value)) return value.text;
  if (typeof value === 'bigint') {
    if (toInt64(value) === undefined) return value.toString();
    const number = Number(value);
    return Number.isSafeInteger(number) ? smallest(number) : value;
  }
  if (typeof value !== 'number' || Number.isNaN(value)) throw place.expected('a number');
  // A double beyond the safe range is a whole number, and the host reads every digit of it.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return fromNumber(BigInt(value), place);
  return smallest(value);
}

function smallest(number: number): number | bigint {
  return Number.isInteger(number) && (number < INT32_MIN || number > UINT32_MAX) ? BigInt(number) : number;
}

function fromObject(value: Value, type: ObjectType, place: Place): object {
  if (!isObject(value)) throw place.expected('an object');
  const object: ObjectValue = value;
  const names = attributeNames(type);
  const raw = emptyObject<unknown>();
  place.enter();
  for (const name of names) {
    place.at(name);
    const part = partOf(object, name);
    if (part === undefined) throw place.expected('an attribute, even if null,');
    raw[name] = toRaw(part, type[1][name] as Type, place);
  }
  place.leave();
  if (Object.keys(object).length !== names.length)
    throw place.expected(`an object of exactly ${names.length} attributes`);
  return hasIndexes(type) ? ordered(raw, names) : raw;
}

function fromMap(value: Value, type: Type, place: Place): object {
  if (!isObject(value)) throw place.expected('a map');
  const map: ObjectValue = value;
  const raw = emptyObject<unknown>();
  const keys = Object.keys(map).sort((a, b) => compareBytes(a.normalize('NFC'), b.normalize('NFC')));
  place.enter();
  for (const key of keys) {
    place.at({ key });
    raw[toText(key, place)] = toRaw(map[key] as Value, type, place);
  }
  place.leave();
  return ordered(raw, keys);
}

/** A key that is a whole number. JavaScript lists such keys first and by value, not in the order of insertion. */
const INDEX = /^\d+$/;

const typesWithIndexes = new WeakMap<ObjectType, boolean>();

/** Whether a name of the type is a whole number; found once for each type. */
function hasIndexes(type: ObjectType): boolean {
  const known = typesWithIndexes.get(type);
  if (known !== undefined) return known;
  const found = attributeNames(type).some((name) => INDEX.test(name));
  typesWithIndexes.set(type, found);
  return found;
}

/** The object, or a view of it that lists its keys in byte order. */
function ordered(raw: Record<string, unknown>, keys: readonly string[]): object {
  if (!keys.some((key) => INDEX.test(key))) return raw;
  return new Proxy(raw, { ownKeys: () => Object.keys(raw).sort(compareBytes) });
}

function fromTuple(value: Value, [, types]: TupleType, place: Place): unknown {
  if (!isList(value) || value.length !== types.length) throw place.expected(`a tuple of ${types.length} elements`);
  return elements(value, (index) => types[index] as Type, place);
}

function elements(values: readonly Value[], typeAt: (index: number) => Type, place: Place): unknown[] {
  const raw: unknown[] = new Array(values.length);
  place.enter();
  for (let index = 0; index < values.length; index++) {
    place.at(index);
    raw[index] = toRaw(values[index] as Value, typeAt(index), place);
  }
  place.leave();
  return raw;
}
