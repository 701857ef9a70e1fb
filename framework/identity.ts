import { type Attribute, attributeType, type Schema } from './schema';
import type { Type } from './type';
import { isObject, isUnknown, type ObjectValue, type Value } from './value';

/** Version of the shape of every identity here. */
export const IDENTITY_VERSION = 0;

/** What tells one object of a type from all others (plugin protocol, "Resource identity"): one attribute of its state. */
export interface IdentitySchema {
  readonly name: string;
  readonly attribute: Attribute;
}

interface Identified {
  readonly identity?: string;
  readonly schema: Schema;
}

/** The identity of a resource type; undefined for a type without. */
export function identitySchemaOf({ identity: name, schema }: Identified): IdentitySchema | undefined {
  const attribute = name === undefined ? undefined : schema.attributes[name];
  return name !== undefined && attribute ? { name, attribute } : undefined;
}

/** Type of an identity: an object of one attribute. */
export function identityType({ name, attribute }: IdentitySchema): Type {
  return ['object', { [name]: attributeType(attribute) }];
}

/** The identity of an object with this state; undefined where the state does not say. Unknown where the state is planned and its id is. */
export function identityOf(resource: Identified, state: Value): ObjectValue | undefined {
  const { identity: name } = resource;
  const value = name !== undefined && isObject(state) ? (state[name] ?? null) : null;
  return name === undefined || value === null ? undefined : { [name]: value };
}

/**
 * The identity to plan: the planned one if it is known, else that of the prior object, else none. Never an unknown one (F6):
 * Terraform core allows it for a create, but no command line can show such a plan as JSON, and OpenTofu cannot apply it.
 * terraform-plugin-framework plans none either.
 */
export function plannedIdentityOf(resource: Identified, prior: Value, planned: Value): ObjectValue | undefined {
  const identity = identityOf(resource, planned);
  const known = identity !== undefined && !Object.values(identity).some(isUnknown);
  return known ? identity : identityOf(resource, prior);
}
