import { toInt64 } from '../../values/number';
import { type ObjectType, parseType, type TupleType, type Type } from '../../values/type';
import { Dynamic, emptyObject, type Value } from '../../values/value';
import { attributeNames, encodedNames } from './order';
import { Place, ValueError } from './place';
import { MalformedError, Reader } from './reader';

/**
 * Decodes exactly one value of this type from msgpack (plugin protocol, "Type-by-type"). An object has all attributes of its type; of equal keys of a
 * map the last counts; both inherit nothing. Throws a {@link ValueError}, which names the place of a part that does not fit. An exception: an int64
 * that is no whole number of 64 bits is returned as the number it is, so that validation can refuse it with its path.
 */
export function decode(bytes: Uint8Array, type: Type): Value {
  const reader = new Reader(bytes);
  try {
    const value = readValue(reader, type, new Place());
    reader.end();
    return value;
  } catch (error) {
    if (error instanceof MalformedError) throw new ValueError('the value: well-formed msgpack is required');
    throw error;
  }
}

function readValue(reader: Reader, type: Type, place: Place): Value {
  if (reader.takeNull()) return null;
  const unknown = reader.takeUnknown();
  if (unknown) return unknown;
  if (typeof type === 'string') {
    switch (type) {
      case 'string':
        return reader.takeText() ?? refuse(place, 'a string');
      case 'bool':
        return reader.takeBool() ?? refuse(place, 'a bool');
      case 'number':
      // The server gives handlers doubles, and the host the digits that it has sent.
      case 'float64':
      case 'integer':
        return reader.takeNumber() ?? refuse(place, 'a number');
      case 'int64': {
        const number = reader.takeNumber() ?? refuse(place, 'a number');
        // Another number is for validation to refuse, at its place in the configuration.
        return toInt64(number) ?? number;
      }
      case 'dynamic':
        return readDynamic(reader, place);
    }
  }
  switch (type[0]) {
    case 'object':
      return readObject(reader, type, place);
    case 'tuple':
      return readTuple(reader, type, place);
    case 'map':
      return readMap(reader, type[1], place);
    default:
      return readList(reader, type[1], type[0], place);
  }
}

function readDynamic(reader: Reader, place: Place): Dynamic {
  if (reader.takeArray() !== 2) return refuse(place, 'a value with its type');
  const type = parsedType(reader.takeBytesAsText()) ?? refuse(place, 'a type in JSON');
  return new Dynamic(type, readValue(reader, type, place));
}

function parsedType(json: string | undefined): Type | undefined {
  try {
    return json === undefined ? undefined : parseType(json);
  } catch {
    return undefined;
  }
}

function readObject(reader: Reader, type: ObjectType, place: Place): Value {
  const length = reader.takeMap() ?? refuse(place, 'an object');
  const names = attributeNames(type);
  const encoded = encodedNames(type);
  const object = emptyObject();
  let inOrder = length === names.length;
  place.enter();
  for (let index = 0; index < length; index++) {
    // The host writes names in this order, and comparing bytes is faster than decoding the text of each name.
    const next = names[index];
    const name = next !== undefined && reader.takeIf(encoded[index] as Uint8Array) ? next : reader.takeText();
    if (name === undefined || (name !== next && !Object.hasOwn(type[1], name))) {
      place.leave();
      return refuse(place, exactly(names));
    }
    if (name !== next) inOrder = false;
    place.at(name);
    object[name] = readValue(reader, type[1][name] as Type, place);
  }
  for (const name of inOrder ? [] : names) {
    place.at(name);
    if (!Object.hasOwn(object, name)) return refuse(place, 'an attribute, even if null,');
  }
  place.leave();
  if (length !== names.length) return refuse(place, exactly(names));
  return object;
}

function readMap(reader: Reader, type: Type, place: Place): Value {
  const length = reader.takeMap() ?? refuse(place, 'a map');
  const map = emptyObject();
  place.enter();
  for (let index = 0; index < length; index++) {
    const key = reader.takeText();
    if (key === undefined) {
      place.leave();
      return refuse(place, 'a map with text as keys');
    }
    place.at({ key });
    map[key] = readValue(reader, type, place);
  }
  place.leave();
  return map;
}

function readList(reader: Reader, type: Type, kind: 'list' | 'set', place: Place): Value {
  const length = reader.takeArray() ?? refuse(place, `a ${kind}`);
  return readElements(reader, length, () => type, place);
}

function readTuple(reader: Reader, [, types]: TupleType, place: Place): Value {
  if (reader.takeArray() !== types.length) return refuse(place, `a tuple of ${types.length} elements`);
  return readElements(reader, types.length, (index) => types[index] as Type, place);
}

function readElements(reader: Reader, length: number, typeAt: (index: number) => Type, place: Place): Value {
  const list: Value[] = new Array(length);
  place.enter();
  for (let index = 0; index < length; index++) {
    place.at(index);
    list[index] = readValue(reader, typeAt(index), place);
  }
  place.leave();
  return list;
}

const exactly = (names: readonly string[]) => `an object of exactly ${names.length} attributes`;

function refuse(place: Place, what: string): never {
  throw place.expected(what);
}
