import { numbersEqual } from './number';
import type { Type } from './type';
import { Dynamic, isList, isNumber, isObject, isUnknown, UNKNOWN, type Value } from './value';

/**
 * True if two values of a type are equal: sets in any order and whatever their duplicates, numbers in any form, texts and keys in NFC. Unknown values
 * are equal to each other, and to nothing else. A missing attribute is not null.
 */
export function valuesEqual(a: Value, b: Value, type: Type): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (isUnknown(a) || isUnknown(b)) return isUnknown(a) && isUnknown(b);
  if (a instanceof Dynamic || b instanceof Dynamic) {
    if (!(a instanceof Dynamic && b instanceof Dynamic)) return false;
    return JSON.stringify(a.type) === JSON.stringify(b.type) && valuesEqual(a.value, b.value, a.type);
  }
  if (typeof a === 'string' && typeof b === 'string') return a.normalize() === b.normalize();
  if (isNumber(a) && isNumber(b)) return numbersEqual(a, b);
  if (isList(a) && isList(b)) return listsEqual(a, b, type);
  if (isObject(a) && isObject(b)) {
    const [left, right] = type[0] === 'map' ? [inNfc(a), inNfc(b)] : [a, b];
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every(
        (name) =>
          Object.hasOwn(right, name) && valuesEqual(left[name] ?? null, right[name] ?? null, partType(type, name)),
      )
    );
  }
  return false;
}

const inNfc = <M extends object>(map: M): M =>
  Object.fromEntries(Object.entries(map).map(([key, part]) => [key.normalize(), part])) as M;

function listsEqual(a: readonly Value[], b: readonly Value[], type: Type): boolean {
  if (type[0] === 'set') return setsEqual(a, b, type[1] as Type);
  return a.length === b.length && a.every((value, i) => valuesEqual(value, b[i] ?? null, elementType(type, i)));
}

/** True if every element of each set is in the other. Duplicates do not count. */
function setsEqual(a: readonly Value[], b: readonly Value[], element: Type): boolean {
  if (element === 'string') {
    const same = (one: Value) => (isUnknown(one) ? UNKNOWN : typeof one === 'string' ? one.normalize() : one);
    const [left, right] = [new Set(a.map(same)), new Set(b.map(same))];
    return left.size === right.size && [...left].every((value) => right.has(value));
  }
  const within = (value: Value, others: readonly Value[]) => others.some((other) => valuesEqual(value, other, element));
  return a.every((value) => within(value, b)) && b.every((value) => within(value, a));
}

/** The type of the element at an index of a list or a set, the same for each, or of a tuple, which must have that index; of `dynamic`, the same. */
export function elementType(type: Type, index: number): Type {
  if (typeof type === 'string') return type;
  return (type[0] === 'tuple' ? type[1][index] : type[1]) as Type;
}

/** The type of an attribute of an object, `dynamic` if it has none of this name, or of the elements of a map, whatever the name; of `dynamic`, the same. */
export function partType(type: Type, name: string): Type {
  if (typeof type === 'string') return type;
  if (type[0] === 'object') {
    const types = type[1] as { readonly [name: string]: Type };
    return Object.hasOwn(types, name) ? (types[name] as Type) : 'dynamic';
  }
  return type[1] as Type;
}
