import type { IdentitySchema } from '../schema/identity';
import { attributeType, objectType } from '../schema/schema';
import type { ProviderServer } from '../server/provider-server';
import type { Type } from '../values/type';
import type { Value } from '../values/value';
import { fromDynamicValue } from './from-wire';
import type { ResourceIdentityData, ResourceIdentitySchema } from './generated/tfplugin6';
import { toDynamicValue } from './to-wire';
import { typeToJson } from './value/type-json';

type Schemas = Pick<ProviderServer, 'identitySchemas'>;

/** Encodes an identity; undefined if the type (a full name) has none or the identity is undefined. Throws a `ValueError` if it does not fit. */
export function toIdentity(
  { identitySchemas }: Schemas,
  typeName: string,
  identity: Value | undefined,
): ResourceIdentityData | undefined {
  const schema = identitySchemas.get(typeName);
  if (schema === undefined || identity === undefined) return undefined;
  return { identityData: toDynamicValue(identity, typeOf(schema)) };
}

/** Decodes an identity from the host; null if the host sent none or the type has none. Throws a `ValueError` if it does not fit. */
export function fromIdentity(
  { identitySchemas }: Schemas,
  typeName: string,
  identity: ResourceIdentityData | undefined,
): Value {
  const schema = identitySchemas.get(typeName);
  return schema ? fromDynamicValue(identity?.identityData, typeOf(schema)) : null;
}

const types = new WeakMap<IdentitySchema, Type>();

/** The type of an identity, made once for its schema. */
function typeOf(schema: IdentitySchema): Type {
  const known = types.get(schema);
  if (known !== undefined) return known;
  const type = objectType(schema);
  types.set(schema, type);
  return type;
}

/** Encodes the schema of an identity, whose version is that of the resource's own. An import needs all of its attributes. */
export function toIdentitySchema(identity: IdentitySchema, version = 0): ResourceIdentitySchema {
  const identityAttributes = Object.entries(identity).map(([name, attribute]) => ({
    name,
    type: new TextEncoder().encode(typeToJson(attributeType(attribute))),
    description: attribute.description,
    requiredForImport: true,
    optionalForImport: false,
  }));
  return { version: BigInt(version), identityAttributes };
}
