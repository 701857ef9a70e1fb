import { elementType, partType, valuesEqual } from './equal';
import { fromNumberText, isDouble } from './number';
import type { Type } from './type';
import { isList, isNumber, isObject, isUnknown, mapValues, type Value } from './value';

/*
 * A `float64` is a double for handlers, and a number with every digit for the host, which compares what it gets with what it sent: `1 / 3` has
 * hundreds of digits there, and 0.1 is not the double that is nearest to it.
 */

const typesWithDoubles = new WeakMap<object, boolean>();

/** True for a type that is `float64` or has it in a part. Remembered for each type, which must not change. */
export function hasDoubles(type: Type): boolean {
  if (typeof type === 'string') return type === 'float64';
  const known = typesWithDoubles.get(type);
  if (known !== undefined) return known;
  const parts: readonly Type[] =
    type[0] === 'object' ? Object.values(type[1]) : type[0] === 'tuple' ? type[1] : [type[1] as Type];
  const found = parts.some(hasDoubles);
  typesWithDoubles.set(type, found);
  return found;
}

/** The value with a double for each `float64`. A number for which no double can stand stays, for validation to refuse. */
export function toDoubles<V extends Value>(value: V, type: Type): V {
  if (!hasDoubles(type)) return value;
  return eachDouble(value, type, [], (number) =>
    isNumber(number) && isDouble(number) ? Number(number.toString()) : number,
  ) as V;
}

/** The value with every digit of each `float64`: those of the first of `originals` that is the same double in the same place, or else its shortest text. */
export function fromDoubles<V extends Value | undefined>(value: V, type: Type, ...originals: readonly Value[]): V {
  if (value === undefined || !hasDoubles(type)) return value;
  return eachDouble(value, type, originals, (double, sent) => {
    if (typeof double !== 'number') return double;
    return sent.find((one) => isNumber(one) && Number(one.toString()) === double) ?? fromNumberText(String(double));
  }) as V;
}

function eachDouble(
  value: Value,
  type: Type,
  originals: readonly Value[],
  change: (value: Value, originals: readonly Value[]) => Value,
): Value {
  if (type === 'float64') return change(value, originals);
  if (value === null || isUnknown(value) || !hasDoubles(type)) return value;
  if (isObject(value)) {
    const parts = originals.filter(isObject);
    return mapValues(value, (part, name) =>
      eachDouble(
        part,
        partType(type, name),
        parts.map((one) => one[name] ?? null),
        change,
      ),
    );
  }
  if (!isList(value)) return value;
  const lists = originals.filter(isList);
  // The elements of a set have no place: each may be any of its elements.
  if (type[0] === 'set') {
    const of = type[1] as Type;
    const sent = lists.flat().map((one) => [one, toDoubles(one, of)] as const);
    const same = (element: Value) => sent.filter(([, one]) => valuesEqual(one, element, of)).map(([one]) => one);
    return value.map((element) => eachDouble(element, of, same(element), change));
  }
  return value.map((element, index) =>
    eachDouble(
      element,
      elementType(type, index),
      lists.map((one) => one[index] ?? null),
      change,
    ),
  );
}
