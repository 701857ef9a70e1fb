import { Decoder } from '@msgpack/msgpack';
import { type ObjectType, parseType, type TupleType, type Type } from '../../framework/type';
import { Decimal, Dynamic, type NumberValue, Unknown, type Value } from '../../framework/value';
import { unknownExtension } from './extension';
import { attributeNames } from './order';
import { Place, ValueError } from './place';

/** What msgpack knows: all integers of 64 bits are bigints here, and types in `dynamic` values are bytes. */
type Raw = null | boolean | string | number | bigint | Uint8Array | Unknown | readonly Raw[] | { [key: string]: Raw };

const decoder = new Decoder({ useBigInt64: true, extensionCodec: unknownExtension });

/**
 * Reads the msgpack of a value of this type (plugin protocol, "Type-by-type").
 * Throws a {@link ValueError} that names the place of what does not fit.
 */
export function decode(bytes: Uint8Array, type: Type): Value {
  let raw: Raw;
  try {
    raw = decoder.decode(bytes) as Raw;
  } catch {
    // The cause quotes what it could not read, so it stays behind.
    throw new ValueError('the value: well-formed msgpack is required');
  }
  return toValue(raw, type, new Place());
}

function toValue(raw: Raw, type: Type, place: Place): Value {
  if (raw === null || raw instanceof Unknown) return raw;
  if (typeof type === 'string') {
    switch (type) {
      case 'string':
        if (typeof raw !== 'string') throw place.expected('a string');
        return raw;
      case 'bool':
        if (typeof raw !== 'boolean') throw place.expected('a bool');
        return raw;
      case 'number':
        return toNumber(raw, place);
      case 'dynamic':
        return toDynamic(raw, place);
    }
  }
  switch (type[0]) {
    case 'object':
      return toObject(raw, type, place);
    case 'tuple':
      return toTuple(raw, type, place);
    case 'map':
      return toMap(raw, type[1], place);
    default:
      return toList(raw, type[1], type[0], place);
  }
}

/** Digits that a bigint writes in the same way. */
const WHOLE = /^(?:0|-?[1-9]\d*)$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function toNumber(raw: Raw, place: Place): NumberValue {
  if (typeof raw === 'number' && !Number.isNaN(raw)) return raw;
  if (typeof raw === 'bigint') {
    const number = Number(raw);
    return Number.isSafeInteger(number) ? number : raw;
  }
  if (typeof raw === 'string') {
    if (WHOLE.test(raw)) return BigInt(raw);
    if (DECIMAL.test(raw)) return new Decimal(raw);
  }
  throw place.expected('a number');
}

function toDynamic(raw: Raw, place: Place): Dynamic {
  if (!Array.isArray(raw) || raw.length !== 2) throw place.expected('a value with its type');
  const [type, value] = raw;
  return toDynamicOf(type, value, place);
}

const utf8 = new TextDecoder();

function toDynamicOf(json: Raw, value: Raw, place: Place): Dynamic {
  let type: Type;
  try {
    type = parseType(json instanceof Uint8Array ? utf8.decode(json) : String(json));
  } catch {
    throw place.expected('a type in JSON');
  }
  return new Dynamic(type, toValue(value, type, place));
}

function toObject(raw: Raw, type: ObjectType, place: Place): Value {
  if (!isMap(raw)) throw place.expected('an object');
  const names = attributeNames(type);
  const object: Record<string, Value> = {};
  place.enter();
  for (const name of names) {
    place.at({ attribute: name });
    const part = raw[name];
    if (part === undefined) throw place.expected('an attribute, even if null,');
    object[name] = toValue(part, type[1][name] as Type, place);
  }
  place.leave();
  if (Object.keys(raw).length !== names.length) throw place.expected(`an object of exactly ${names.length} attributes`);
  return object;
}

function toMap(raw: Raw, type: Type, place: Place): Value {
  if (!isMap(raw)) throw place.expected('a map');
  const map: Record<string, Value> = {};
  place.enter();
  for (const key of Object.keys(raw)) {
    place.at({ key });
    map[key] = toValue(raw[key] as Raw, type, place);
  }
  place.leave();
  return map;
}

function toList(raw: Raw, type: Type, kind: 'list' | 'set', place: Place): Value {
  if (!Array.isArray(raw)) throw place.expected(`a ${kind}`);
  return elements(raw, () => type, place);
}

function toTuple(raw: Raw, [, types]: TupleType, place: Place): Value {
  if (!Array.isArray(raw) || raw.length !== types.length) throw place.expected(`a tuple of ${types.length} elements`);
  return elements(raw, (index) => types[index] as Type, place);
}

function elements(raw: readonly Raw[], typeAt: (index: number) => Type, place: Place): Value {
  const list: Value[] = new Array(raw.length);
  place.enter();
  for (let index = 0; index < raw.length; index++) {
    place.at({ index });
    list[index] = toValue(raw[index] as Raw, typeAt(index), place);
  }
  place.leave();
  return list;
}

function isMap(raw: Raw): raw is { [key: string]: Raw } {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !(raw instanceof Uint8Array);
}
