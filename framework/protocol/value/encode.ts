import { isFiniteNumber, toInt64 } from '../../values/number';
import type { ObjectType, TupleType, Type } from '../../values/type';
import { Decimal, Dynamic, isList, isObject, partOf, Unknown, type Value } from '../../values/value';
import { writeUnknown } from './extension';
import { attributeNames, compareBytes, encodedNames } from './order';
import { Place } from './place';
import { typeToJson } from './type-json';
import { Writer } from './writer';

const writer = new Writer();
const utf8 = new TextEncoder();

/**
 * Encodes a value of this type as msgpack, in the same form as the host: shortest integers, whole numbers beyond 64 bits as text, keys in the order
 * of their bytes, strings in NFC (plugin protocol, "Type-by-type"); but a Decimal is always text, as it was written. Sets stay in their order. Throws
 * a `ValueError` that names the place of the part that does not fit; an int64 may be any number, and a number may be infinite, but not NaN.
 */
export function encode(value: Value, type: Type): Uint8Array {
  try {
    write(value, type, new Place());
    return writer.take();
  } catch (error) {
    writer.clear();
    throw error;
  }
}

function write(value: Value, type: Type, place: Place): void {
  if (value === null) writer.null();
  else if (value instanceof Unknown) writeUnknown(writer, value);
  else if (typeof type === 'string') writePrimitive(value, type, place);
  else writeParts(value, type, place);
}

function writePrimitive(value: Value, type: Extract<Type, string>, place: Place): void {
  switch (type) {
    case 'string':
      if (typeof value !== 'string') throw place.expected('a string');
      writer.text(toText(value, place));
      break;
    case 'bool':
      if (typeof value !== 'boolean') throw place.expected('a bool');
      writer.bool(value);
      break;
    case 'dynamic':
      if (!(value instanceof Dynamic)) throw place.expected('a value with its type');
      writer.array(2);
      writer.bytes(utf8.encode(typeToJson(value.type)));
      write(value.value, value.type, place);
      break;
    // An int64 that is not whole came from the host, and goes back as it is: handlers' results are checked before.
    default:
      writeNumber(value, place);
  }
}

function writeParts(value: Value, type: Exclude<Type, string>, place: Place): void {
  switch (type[0]) {
    case 'object':
      writeObject(value, type, place);
      break;
    case 'tuple':
      writeTuple(value, type, place);
      break;
    case 'map':
      writeMap(value, type[1], place);
      break;
    default:
      if (!isList(value)) throw place.expected(`a ${type[0]}`);
      writeElements(value, () => type[1], place);
  }
}

/** Converts to NFC, in which the host compares. Rejects half a surrogate pair, which UTF-8 cannot represent. */
function toText(text: string, place: Place): string {
  if (!text.isWellFormed()) throw place.expected('a string of valid Unicode');
  return text.normalize('NFC');
}

function writeNumber(value: Value, place: Place): void {
  if (value instanceof Decimal && isFiniteNumber(value)) {
    writer.text(value.text);
  } else if (typeof value === 'bigint') {
    if (toInt64(value) === undefined) writer.text(value.toString());
    else writer.bigint(value);
  } else {
    if (typeof value !== 'number' || Number.isNaN(value)) throw place.expected('a number');
    // A double beyond the safe range is a whole number, and the host reads every digit of it.
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) writeNumber(BigInt(value), place);
    else writer.number(value);
  }
}

function writeObject(value: Value, type: ObjectType, place: Place): void {
  if (!isObject(value)) throw place.expected('an object');
  const names = attributeNames(type);
  const encoded = encodedNames(type);
  writer.map(names.length);
  place.enter();
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string;
    place.at(name);
    const part = partOf(value, name);
    if (part === undefined) throw place.expected('an attribute, even if null,');
    writer.raw(encoded[index] as Uint8Array);
    write(part, type[1][name] as Type, place);
  }
  place.leave();
  if (Object.keys(value).length !== names.length)
    throw place.expected(`an object of exactly ${names.length} attributes`);
}

function writeMap(value: Value, type: Type, place: Place): void {
  if (!isObject(value)) throw place.expected('a map');
  place.enter();
  // Of keys that are the same in NFC the last counts.
  const parts = new Map<string, Value>();
  for (const [key, part] of Object.entries(value)) {
    place.at({ key });
    parts.set(toText(key, place), part);
  }
  writer.map(parts.size);
  for (const key of [...parts.keys()].sort(compareBytes)) {
    place.at({ key });
    writer.text(key);
    write(parts.get(key) as Value, type, place);
  }
  place.leave();
}

function writeTuple(value: Value, [, types]: TupleType, place: Place): void {
  if (!isList(value) || value.length !== types.length) throw place.expected(`a tuple of ${types.length} elements`);
  writeElements(value, (index) => types[index] as Type, place);
}

function writeElements(values: readonly Value[], typeAt: (index: number) => Type, place: Place): void {
  writer.array(values.length);
  place.enter();
  for (let index = 0; index < values.length; index++) {
    place.at(index);
    write(values[index] as Value, typeAt(index), place);
  }
  place.leave();
}
