import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { typeToJson } from '../../framework/protocol/value/type-json';
import { type Attribute, type Attributes, isNested, type Schema } from '../../framework/schema';
import { provider } from '../../provider/provider';

/** The format of `terraform providers schema -json`. */
interface Printed {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly description: string;
}

const { provider_schemas } = JSON.parse(readFileSync('provider/schema.json', 'utf8')) as {
  provider_schemas: Record<string, Record<string, Record<string, { version: number; block: Printed }>>>;
};
const [printed = {}] = Object.values(provider_schemas);

const markdown = (description: string) => ({ description, description_kind: 'markdown' });

function printAttribute(attribute: Attribute): unknown {
  const { type, description, required, optional, computed, sensitive, writeOnly } = attribute;
  return {
    ...(isNested(type)
      ? { nested_type: { attributes: printAttributes(type.attributes), nesting_mode: type.nesting } }
      : { type: JSON.parse(typeToJson(type)) }),
    ...markdown(description),
    ...(required && { required }),
    ...(optional && { optional }),
    ...(computed && { computed }),
    ...(sensitive && { sensitive }),
    ...(writeOnly && { write_only: writeOnly }),
  };
}

const printAttributes = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).map(([name, one]) => [name, printAttribute(one)]));

const print = ({ version = 0, description, attributes }: Schema) => ({
  version,
  block: { attributes: printAttributes(attributes), ...markdown(description) },
});

describe.each([
  ['resource_schemas', provider.resources ?? []],
  ['data_source_schemas', provider.dataSources ?? []],
  ['ephemeral_resource_schemas', provider.ephemeralResources ?? []],
] as const)('provider/schema.json has the %s of the source', (kind, all) => {
  it.each(all.map(({ typeName, schema }) => [`coffer_${typeName}`, schema] as const))('%s', (name, schema) => {
    expect(print(schema)).toEqual(printed[kind]?.[name]);
  });
});

it('provider/schema.json has the provider block of the source', () => {
  expect(print(provider.schema)).toEqual(printed.provider);
});
