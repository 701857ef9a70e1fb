import { type Attribute, attributeType, type Schema } from './schema';
import type { Type } from './type';
import { isObject, isUnknown, type ObjectValue, type Value } from './value';

/** Version of every identity schema. */
export const IDENTITY_VERSION = 0;

/** The identity schema of a resource type (plugin protocol, "Resource identity"): one attribute of its state. */
export interface IdentitySchema {
  readonly name: string;
  readonly attribute: Attribute;
}

interface Identified {
  readonly identity?: string;
  readonly schema: Schema;
}

/** The identity schema of a resource type; undefined for a type without identity. */
export function identitySchemaOf({ identity: name, schema }: Identified): IdentitySchema | undefined {
  const attribute = name === undefined ? undefined : schema.attributes[name];
  return name !== undefined && attribute ? { name, attribute } : undefined;
}

/** The type of an identity: an object with one attribute. */
export function identityType({ name, attribute }: IdentitySchema): Type {
  return ['object', { [name]: attributeType(attribute) }];
}

/** The identity in a state; undefined if the state has none. Its attribute is unknown if it is unknown in a planned state. */
export function identityOf(resource: Identified, state: Value): ObjectValue | undefined {
  const { identity: name } = resource;
  const value = name !== undefined && isObject(state) ? (state[name] ?? null) : null;
  return name === undefined || value === null ? undefined : { [name]: value };
}

/**
 * The identity to plan: that of the planned state if it is known, else that of the prior state, else undefined. It is never unknown
 * (F6): Terraform core accepts that for a create, but no CLI can show such a plan as JSON, and OpenTofu cannot apply it.
 * terraform-plugin-framework does the same.
 */
export function plannedIdentityOf(resource: Identified, prior: Value, planned: Value): ObjectValue | undefined {
  const identity = identityOf(resource, planned);
  const known = identity !== undefined && !Object.values(identity).some(isUnknown);
  return known ? identity : identityOf(resource, prior);
}
