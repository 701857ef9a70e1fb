import type { Diagnostics } from '../diagnostic';
import { valuesEqual } from '../values/equal';
import { path } from '../values/path';
import { isObject, isWhollyKnown, type ObjectValue, toObject, type Value } from '../values/value';
import { type Attribute, type Attributes, attributeType, type Schema } from './schema';

/** The attributes of state that identify an object of a type (plugin protocol, "Resource identity"). */
export type IdentitySchema = Attributes;

/** A type of objects. */
export interface Identified {
  /** The names of the attributes that identify an object; absent if none do. */
  readonly identity?: string | readonly string[];
  /** Whether the identity of one object may change; by default not. */
  readonly mutableIdentity?: boolean;
  readonly schema: Schema;
}

/** The names of the attributes that identify an object, in their order; none for a type without an identity. */
export const identityNames = ({ identity = [] }: Pick<Identified, 'identity'>): readonly string[] =>
  Array.isArray(identity) ? identity : [identity as string];

/** The identity schema of a resource type; undefined for a type without identity. */
export function identitySchemaOf(resource: Identified): IdentitySchema | undefined {
  const { attributes } = resource.schema;
  const parts = identityNames(resource).flatMap((name) =>
    attributes[name] ? [[name, attributes[name]] as const] : [],
  );
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** What a state with every attribute lacks to identify an object: its parts that are null, and all of them if there is nothing but empty text. */
export function missingIdentity(kind: Identified, state: ObjectValue): readonly string[] {
  const names = identityNames(kind);
  const isEmpty = names.every((name) => state[name] === null || state[name] === '');
  return isEmpty ? names : names.filter((name) => state[name] === null);
}

/** Adds an error if all attributes that identify an object are configured or planned as empty text: nothing could find such an object. */
export function refuseEmptyIdentity(kind: Pick<Identified, 'identity'>, object: ObjectValue, found: Diagnostics): void {
  const names = identityNames(kind);
  if (names.length === 0 || names.some((name) => object[name] !== '')) return;
  const [first = '', ...others] = names;
  const detail =
    others.length === 0
      ? `${first} identifies the object, and is empty. Give it a value.`
      : `${names.join(' and ')} identify the object, and all of them are empty. Give one of them a value.`;
  found.error('Empty identity', detail, path(first));
}

/** The identity in a state; undefined for no object, a type without one, and if a part is null. In a planned state, it may not be wholly known. */
export function identityOf(resource: Identified, state: Value): ObjectValue | undefined {
  const names = identityNames(resource);
  if (names.length === 0 || !isObject(state)) return undefined;
  const identity = toObject(names.map((name) => [name, state[name] ?? null]));
  return Object.values(identity).includes(null) ? undefined : identity;
}

/** The attributes of an identity that must not change and is another in `after`; none for no object, nor for what is null or not known yet. */
export function changedIdentity(kind: Identified, before: Value, after: Value): readonly string[] {
  if (kind.mutableIdentity || !isObject(before) || !isObject(after)) return [];
  return identityNames(kind).filter((name) => {
    const [was = null, is = null] = [before[name], after[name]];
    const type = attributeType(kind.schema.attributes[name] as Attribute);
    return was !== null && is !== null && isWhollyKnown(is) && !valuesEqual(was, is, type);
  });
}

/** The state with those attributes of its identity that it lacks from `prior`, the state of the object before. Changes no argument. */
export function withIdentity(resource: Identified, state: ObjectValue, prior: ObjectValue): ObjectValue {
  const lost = missingIdentity(resource, state);
  return lost.length === 0 ? state : { ...state, ...toObject(lost.map((name) => [name, prior[name] ?? null])) };
}

/** The identity to plan: that of the planned state, or else of the prior state, or else undefined; never unknown, which no CLI can show as JSON. */
export function plannedIdentityOf(resource: Identified, prior: Value, planned: Value): ObjectValue | undefined {
  const identity = identityOf(resource, planned);
  return identity && isWhollyKnown(identity) ? identity : identityOf(resource, prior);
}
