import * as wire from '../../../../framework/protocol/generated/tfplugin6';
import type { IdentitySchema } from '../../../../framework/schema/identity';
import type { Attribute, Attributes, Schema } from '../../../../framework/schema/schema';
import { parseType } from '../../../../framework/values/type';

const NESTING = {
  [wire.Schema_Object_NestingMode.SINGLE]: 'single',
  [wire.Schema_Object_NestingMode.LIST]: 'list',
} as const;

/** A schema as a host reads it: what the wire says, and nothing that only the provider knows. */
export function fromSchema({ version, block }: wire.Schema): Schema {
  return {
    version: Number(version),
    description: block?.description ?? '',
    attributes: fromAttributes(block?.attributes ?? []),
  };
}

/** The schema of an identity: each attribute of it is there. */
export function fromIdentitySchema({ identityAttributes }: wire.ResourceIdentitySchema): IdentitySchema {
  return Object.fromEntries(
    identityAttributes.map(({ name, type, description }) => [
      name,
      { type: parseType(Buffer.from(type).toString()), description },
    ]),
  );
}

function fromAttributes(all: readonly wire.Schema_Attribute[]): Attributes {
  return Object.fromEntries(all.map((one) => [one.name, fromAttribute(one)]));
}

function fromAttribute(attribute: wire.Schema_Attribute): Attribute {
  const { description, required, optional, computed, sensitive, writeOnly, nestedType, type } = attribute;
  return {
    description,
    required,
    optional,
    computed,
    sensitive,
    writeOnly,
    type: nestedType
      ? {
          nesting: NESTING[nestedType.nesting as keyof typeof NESTING],
          attributes: fromAttributes(nestedType.attributes),
        }
      : parseType(Buffer.from(type).toString()),
  };
}
