import { Buffer } from 'node:buffer';
import { encode } from '@msgpack/msgpack';
import type { ObjectType } from '../../values/type';

/** Compares two texts by their bytes in UTF-8, the order in which the host sorts keys: below, at or above zero. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  // UTF-16 sorts surrogates before U+E000, UTF-8 after it. Without such characters both orders are equal.
  if (isBelowSurrogates(a) || isBelowSurrogates(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function isBelowSurrogates(text: string): boolean {
  return !/[\ud800-\uffff]/.test(text);
}

const namesOfTypes = new WeakMap<ObjectType, readonly string[]>();

/** The names of an object type's attributes in the order of the wire; sorted once for each type, which must not change. */
export function attributeNames(type: ObjectType): readonly string[] {
  const known = namesOfTypes.get(type);
  if (known) return known;
  const names = Object.keys(type[1]).sort(compareBytes);
  namesOfTypes.set(type, names);
  return names;
}

const encodedNamesOfTypes = new WeakMap<ObjectType, readonly Uint8Array[]>();

/** The names of {@link attributeNames} in msgpack; encoded once for each type. */
export function encodedNames(type: ObjectType): readonly Uint8Array[] {
  const known = encodedNamesOfTypes.get(type);
  if (known) return known;
  const encoded = attributeNames(type).map((name) => encode(name));
  encodedNamesOfTypes.set(type, encoded);
  return encoded;
}
