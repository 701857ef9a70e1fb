import type { ProviderFunction } from '../../framework/function';
import { typeToJson } from '../../framework/protocol/value/type-json';
import { type Attribute, type Attributes, isNested, type Schema } from '../../framework/schema/schema';
import type { Type } from '../../framework/values/type';
import { PROVIDER_SOURCE } from '../../projenrc/names';
import { provider } from '../../provider/provider';

/**
 * The schema of the provider as Terraform 1.11 prints it (`terraform providers schema -json`), from its definitions.
 * test/real/acceptance/printed-schema.test.ts compares it with what Terraform prints of the built provider.
 */
export const printSchema = () => ({
  format_version: '1.0',
  provider_schemas: {
    [`registry.terraform.io/${PROVIDER_SOURCE}`]: {
      provider: ofSchema(provider.schema),
      resource_schemas: byType(provider.resources),
      data_source_schemas: byType(provider.dataSources),
      ephemeral_resource_schemas: byType(provider.ephemeralResources),
      functions: sorted((provider.functions ?? []).map((each) => [each.name, ofFunction(each)])),
    },
  },
});

const byType = (kinds: readonly { readonly typeName: string; readonly schema: Schema }[] = []) =>
  sorted(kinds.map(({ typeName, schema }) => [`${provider.typeName}_${typeName}`, ofSchema(schema)]));

/** By name, as Terraform does: the generated code is in this order. */
const sorted = (entries: readonly (readonly [name: string, printed: object])[]) =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

const markdown = (description: string) => ({ description, description_kind: 'markdown' });

const ofSchema = ({ version = 0, description, attributes }: Schema) => ({
  version,
  block: { attributes: ofAttributes(attributes), ...markdown(description) },
});

const ofAttributes = (attributes: Attributes) =>
  sorted(Object.entries(attributes).map(([name, attribute]) => [name, ofAttribute(attribute)]));

function ofAttribute({ type, description, writeOnly, deprecated, ...given }: Attribute): object {
  const { required, optional, computed, sensitive } = given;
  const shape = isNested(type)
    ? { nested_type: { attributes: ofAttributes(type.attributes), nesting_mode: type.nesting } }
    : { type: printType(type) };
  const flags = {
    required,
    optional,
    computed,
    sensitive,
    write_only: writeOnly,
    deprecated: deprecated !== undefined,
  };
  return {
    ...shape,
    ...markdown(description),
    ...Object.fromEntries(Object.entries(flags).filter(([, isSet]) => isSet)),
  };
}

const ofFunction = ({ description, summary, returns, parameters, variadic }: ProviderFunction) => ({
  description,
  summary,
  return_type: printType(returns),
  parameters: parameters.map(ofParameter),
  ...(variadic && { variadic_parameter: ofParameter(variadic) }),
});

const ofParameter = ({ name, description, allowNull, type }: ProviderFunction['parameters'][number]) => ({
  name,
  description,
  ...(allowNull && { is_nullable: true }),
  type: printType(type),
});

const printType = (type: Type): unknown => JSON.parse(typeToJson(type));
