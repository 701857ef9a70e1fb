/*
 * Import marks tell what a null in state means for an attribute that the service may be unable to return (`unknownAfterImport`). After
 * an import the null stands for a value that nobody knows; otherwise the value is null. An import marks these attributes in private
 * state, and the mark stays through updates until the attribute is known. Another mark stays until the first read, which finds the
 * object: it may know a better form of the identity than the practitioner did.
 */

import type { Attributes } from '../schema/schema';
import type { ObjectValue } from '../values/value';
import type { PrivateState } from './private-state';

const IMPORTED = 'imported and not read';

/** Marks an object that the next read finds. */
export const markImported = (privateState: PrivateState): void => privateState.set(IMPORTED, true);

/** Ends that mark, and returns whether there was one. */
export function endImport(privateState: PrivateState): boolean {
  const isImported = privateState.get(IMPORTED) === true;
  privateState.set(IMPORTED, undefined);
  return isImported;
}

const markOf = (attribute: string) => `unknown ${attribute}`;

/** Marks, in `privateState`, every attribute with `unknownAfterImport` that an import has left null. */
export function markUnknown(attributes: Attributes, state: ObjectValue, privateState: PrivateState): void {
  for (const [name, { unknownAfterImport }] of Object.entries(attributes)) {
    if (unknownAfterImport && state[name] === null) privateState.set(markOf(name), true);
  }
}

/** Ends the marks of attributes that have a value in `state`, which has every attribute. */
export function endMarks(attributes: Attributes, state: ObjectValue, privateState: PrivateState): void {
  for (const [name, mark] of marksOf(attributes)) {
    if (state[name] !== null && privateState.get(mark) === true) privateState.set(mark, false);
  }
}

const marks = new WeakMap<Attributes, readonly (readonly [name: string, mark: string])[]>();

/** The keys of the marks of these attributes, which must not change; made once for them. */
function marksOf(attributes: Attributes) {
  const known = marks.get(attributes);
  if (known) return known;
  const made = Object.keys(attributes).map((name) => [name, markOf(name)] as const);
  marks.set(attributes, made);
  return made;
}

/** Ends the marks of top-level attributes whose values are known, null included. Does nothing for one without a mark. */
export function noteKnown(privateState: PrivateState, names: readonly string[]): void {
  for (const name of names) if (leftUnknown(privateState, name)) privateState.set(markOf(name), false);
}

/**
 * Returns true if an import left the attribute unknown, and false once it is known. Undefined if there is no mark: `importState` returned a value,
 * the object was not imported, or an older release imported it.
 */
export function leftUnknown(privateState: PrivateState, name: string): boolean | undefined {
  const mark = privateState.get(markOf(name));
  return typeof mark === 'boolean' ? mark : undefined;
}
