import type { Type } from './type';

/**
 * Terraform's values.
 *
 * A value says nothing about its type beyond what JavaScript shows: lists, sets and tuples are arrays, maps and objects are
 * objects, null is null. What JavaScript lacks has a class: what is not known yet, numbers that a double cannot hold,
 * and values that bring their own type.
 */
export type Value = null | string | boolean | NumberValue | Unknown | Dynamic | readonly Value[] | ObjectValue;

/** A whole number outside the safe range is a `bigint`, a fraction that binary cannot hold is a {@link Decimal}. */
export type NumberValue = number | bigint | Decimal;

/** A map, an object, or the attributes of a resource. */
export interface ObjectValue {
  readonly [name: string]: Value;
}

/** Has nothing, not even what every object has; but V8 is quicker with its instances than with `Object.create(null)`. */
function Nothing() {}
Nothing.prototype = Object.create(null);

/** A new object that inherits nothing: `__proto__`, `constructor` and `toString` are names like any other in it (F5). */
export function emptyObject<V = Value>(): Record<string, V> {
  return new (Nothing as unknown as new () => Record<string, V>)();
}

/** An object of these parts that inherits nothing. */
export function toObject<V = Value>(parts: Iterable<readonly [name: string, value: V]>): Record<string, V> {
  const object = emptyObject<V>();
  for (const [name, value] of parts) object[name] = value;
  return object;
}

/** The part of a map or an object that has this name; undefined for none, whatever it inherits. */
export function partOf(object: ObjectValue, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A value that will be known later. Terraform may promise something about it: those bytes are kept and sent back as they came. */
export class Unknown {
  constructor(readonly refinement?: Uint8Array) {}
}

/** The unknown value that promises nothing. */
export const UNKNOWN = new Unknown();

/** A number as decimal text, exactly as Terraform wrote it: `0.1`, `1e100`, or digits by the dozen. */
export class Decimal {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** A value of a `dynamic` attribute, with the type it brings. */
export class Dynamic {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}

/** True for what is not known yet, however it is refined. */
export function isUnknown(value: unknown): value is Unknown {
  return value instanceof Unknown;
}

/** True for a map or an object: anything with named parts. */
export function isObject(value: Value | undefined): value is ObjectValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Unknown) &&
    !(value instanceof Decimal) &&
    !(value instanceof Dynamic)
  );
}

/** True for a list, a set or a tuple. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** True for any of the three forms of a number. */
export function isNumber(value: Value | undefined): value is NumberValue {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal;
}

/** True if nothing in the value is unknown. */
export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (isList(value)) return value.every(isWhollyKnown);
  if (value instanceof Dynamic) return isWhollyKnown(value.value);
  if (isObject(value)) return Object.values(value).every(isWhollyKnown);
  return true;
}

/** The value with every unknown part replaced by null. */
export function nullUnknowns(value: Value): Value {
  if (isUnknown(value)) return null;
  if (isList(value)) return value.map(nullUnknowns);
  if (value instanceof Dynamic) return new Dynamic(value.type, nullUnknowns(value.value));
  if (isObject(value)) return mapValues(value, nullUnknowns);
  return value;
}

/** A new object with each part put through `change`. */
export function mapValues(object: ObjectValue, change: (value: Value, name: string) => Value): ObjectValue {
  const changed = emptyObject();
  for (const name of Object.keys(object)) changed[name] = change(object[name] as Value, name);
  return changed;
}
