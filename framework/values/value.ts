import type { Type } from './type';

/** Terraform's values, without their type: lists, sets and tuples are arrays, maps and objects are objects, null is null. */
export type Value = null | string | boolean | NumberValue | Unknown | Dynamic | readonly Value[] | ObjectValue;

/** A whole number beyond the safe range is a `bigint`, a double that is exact, or a {@link Decimal}, as is a fraction that binary cannot hold. All are numbers in JSON. */
export type NumberValue = number | bigint | Decimal;

/** A map, an object, or the attributes of a resource. */
export interface ObjectValue {
  readonly [name: string]: Value;
}

/** Its instances inherit nothing. V8 is faster with them than with the results of `Object.create(null)`. */
function Nothing() {}
Nothing.prototype = Object.create(null);

/** A new object that inherits nothing, so that `__proto__`, `constructor` and `toString` are ordinary names in it. */
export function emptyObject<V = Value>(): Record<string, V> {
  return new (Nothing as unknown as new () => Record<string, V>)();
}

/** Makes an object of these parts that inherits nothing. */
export function toObject<V = Value>(parts: Iterable<readonly [name: string, value: V]>): Record<string, V> {
  const object = emptyObject<V>();
  for (const [name, value] of parts) object[name] = value;
  return object;
}

/** The part of a map or an object with this name; undefined if there is none. Inherited properties do not count. */
export function partOf(object: ObjectValue, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A value that is not known yet. `refinement` is what Terraform already knows about it: bytes that are sent back unchanged. */
export class Unknown {
  constructor(readonly refinement?: Uint8Array) {}
}

/** The unknown value without refinement. */
export const UNKNOWN = new Unknown();

/** A number as decimal text, exactly as it was written: `0.1`, `1e100`, or with dozens of digits. */
export class Decimal {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  /** The number with every digit, in `JSON.stringify`; the text of no decimal number is the null that JSON has for `NaN`. */
  toJSON(): unknown {
    const [, sign, whole = '', fraction = '', power = ''] =
      /^([+-]?)(?=\.?\d)0*(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/.exec(this.text) ?? [];
    if (sign === undefined) return null;
    return rawJson(`${sign === '-' ? '-' : ''}${whole || '0'}${fraction && `.${fraction}`}${power}`);
  }
}

/** What `JSON.stringify` writes as it is. It is in Node and Bun, but not yet in TypeScript's library. */
export const rawJson = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);

// Without it `JSON.stringify` throws at a bigint, and an author who sends the plan of an `int64` would have to know.
if (!('toJSON' in BigInt.prototype)) {
  Object.defineProperty(BigInt.prototype, 'toJSON', {
    configurable: true,
    writable: true,
    value: function toJSON(this: bigint) {
      return rawJson(this.toString());
    },
  });
}

/** A value of the type `dynamic` with its type. */
export class Dynamic {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}

/** True for an unknown value, whatever its refinement. */
export function isUnknown(value: unknown): value is Unknown {
  return value instanceof Unknown;
}

/** True for a map or an object: for any object that is neither an array nor of one of the classes above. */
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

/** A copy of the value with every unknown part replaced by null. */
export function nullUnknowns(value: Value): Value {
  if (isUnknown(value)) return null;
  if (isList(value)) return value.map(nullUnknowns);
  if (value instanceof Dynamic) return new Dynamic(value.type, nullUnknowns(value.value));
  if (isObject(value)) return mapValues(value, nullUnknowns);
  return value;
}

/** Returns a copy of the value for a handler. Every unknown part is `undefined`: the handler must decide it. */
export function leaveUndecided(value: Value): Value {
  if (isUnknown(value)) return undefined as unknown as Value;
  if (isList(value)) return value.map(leaveUndecided);
  if (value instanceof Dynamic) return isWhollyKnown(value.value) ? value : (undefined as unknown as Value);
  if (isObject(value)) return mapValues(value, leaveUndecided);
  return value;
}

/** A new object with `change` applied to each part. */
export function mapValues(object: ObjectValue, change: (value: Value, name: string) => Value): ObjectValue {
  const changed = emptyObject();
  for (const name of Object.keys(object)) changed[name] = change(object[name] as Value, name);
  return changed;
}
