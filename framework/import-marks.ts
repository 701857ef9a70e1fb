import type { PrivateState } from './private-state';
import type { Attributes } from './schema';
import type { ObjectValue } from './value';

/**
 * What a null in state means for an attribute that the service may be unable to return (`unknownAfterImport`): after an import it is
 * unknown, otherwise a value like any other. An import marks each of them that it leaves null, in private state; the mark says so
 * until the attribute becomes known, whatever is updated meanwhile.
 */

const markOf = (attribute: string) => `unknown ${attribute}`;

/** Marks what an import has left null. */
export function markUnknown(attributes: Attributes, state: ObjectValue, privateState: PrivateState): void {
  for (const [name, { unknownAfterImport }] of Object.entries(attributes)) {
    if (unknownAfterImport && state[name] === null) privateState.set(markOf(name), true);
  }
}

/** Ends the marks of what has a value by now. */
export function endMarks(attributes: Attributes, state: ObjectValue, privateState: PrivateState): void {
  noteKnown(
    privateState,
    Object.keys(attributes).filter((name) => state[name] !== null),
  );
}

/** Ends the marks of attributes whose values are known, null included. */
export function noteKnown(privateState: PrivateState, names: readonly string[]): void {
  for (const name of names) if (leftUnknown(privateState, name)) privateState.set(markOf(name), false);
}

/**
 * Whether a null of the attribute is unknown: true since an import, false once it became known. Undefined for what was not imported, or
 * by a release without marks.
 */
export function leftUnknown(privateState: PrivateState, name: string): boolean | undefined {
  const mark = privateState.get(markOf(name));
  return typeof mark === 'boolean' ? mark : undefined;
}
