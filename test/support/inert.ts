import { Dynamic, isList, isObject, mapValues, type Value } from '../../framework/values/value';

/** The value as decoding gives it: every map and object in it inherits nothing. For `toStrictEqual`. */
export function inert(value: Value): Value {
  if (isList(value)) return value.map(inert);
  if (value instanceof Dynamic) return new Dynamic(value.type, inert(value.value));
  return isObject(value) ? mapValues(value, inert) : value;
}
