import { type Diagnostic, validDiagnostic } from '../diagnostic';
import { shortened } from '../failure';
import type { Parameter, ProviderFunction } from '../function';
import { type Attribute, type Attributes, isNested, type NestedType, type Schema } from '../schema/schema';
import type { Path } from '../values/path';
import type { Type } from '../values/type';
import type { Value } from '../values/value';
import * as wire from './generated/tfplugin6';
import { encode } from './value/encode';
import { typeToJson } from './value/type-json';

const NO_BYTES = new Uint8Array();
const utf8 = new TextEncoder();

/** Encodes a value of this type. Throws a `ValueError` if the value does not fit the type. */
export function toDynamicValue(value: Value, type: Type): wire.DynamicValue {
  return { msgpack: encode(value, type), json: NO_BYTES };
}

/** The deferral of a response, for the only reason that there is: the provider's configuration is unknown. Undefined if nothing is deferred. */
export function toDeferred(deferred: boolean | undefined): wire.Deferred | undefined {
  return deferred ? { reason: wire.Deferred_Reason.PROVIDER_CONFIG_UNKNOWN } : undefined;
}

/** Encodes diagnostics in their order. */
export const toDiagnostics = (diagnostics: readonly Diagnostic[]): wire.Diagnostic[] => diagnostics.map(toDiagnostic);

/** Encodes a diagnostic. Fields that are not as their type says are mended, as `validDiagnostic` does it. */
export function toDiagnostic(diagnostic: Diagnostic): wire.Diagnostic {
  // A single invalid character in a protobuf string makes the whole response unreadable.
  const { severity, summary, detail, path } = validDiagnostic(diagnostic);
  return {
    severity: severity === 'error' ? wire.Diagnostic_Severity.ERROR : wire.Diagnostic_Severity.WARNING,
    summary: shortened(summary),
    detail: shortened(detail),
    attribute: path && path.length > 0 ? toAttributePath(path) : undefined,
  };
}

/** Encodes a path; an empty one has no steps. */
export function toAttributePath(path: Path): wire.AttributePath {
  return { steps: path.map((step) => ({ selector: toSelector(step) })) };
}

function toSelector(step: Path[number]): wire.AttributePath_Step['selector'] {
  if ('attribute' in step) return { $case: 'attributeName', value: step.attribute };
  if ('index' in step) return { $case: 'elementKeyInt', value: BigInt(step.index) };
  return { $case: 'elementKeyString', value: step.key };
}

/** Encodes a schema, its attributes sorted by name. */
export function toSchema({ version = 0, description, attributes }: Schema): wire.Schema {
  return {
    version: BigInt(version),
    block: {
      version: BigInt(version),
      attributes: toAttributes(attributes),
      blockTypes: [],
      description,
      descriptionKind: wire.StringKind.MARKDOWN,
      deprecated: false,
      deprecationMessage: '',
      computed: false,
    },
  };
}

export function toSchemas(schemas: ReadonlyMap<string, Schema>): { [typeName: string]: wire.Schema } {
  return Object.fromEntries([...schemas].map(([name, schema]) => [name, toSchema(schema)]));
}

export function toActionSchemas(schemas: ReadonlyMap<string, Schema>): { [typeName: string]: wire.ActionSchema } {
  return Object.fromEntries([...schemas].map(([name, schema]) => [name, { schema: toSchema(schema) }]));
}

function toAttributes(attributes: Attributes): wire.Schema_Attribute[] {
  return Object.entries(attributes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, attribute]) => toAttribute(name, attribute));
}

function toAttribute(name: string, attribute: Attribute): wire.Schema_Attribute {
  const { type, description, deprecated } = attribute;
  return {
    name,
    type: isNested(type) ? NO_BYTES : utf8.encode(typeToJson(type)),
    nestedType: isNested(type) ? toNestedType(type) : undefined,
    description,
    descriptionKind: wire.StringKind.MARKDOWN,
    required: attribute.required ?? false,
    optional: attribute.optional ?? false,
    computed: attribute.computed ?? false,
    sensitive: attribute.sensitive ?? false,
    writeOnly: attribute.writeOnly ?? false,
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated ?? '',
  };
}

const NESTING = {
  single: wire.Schema_Object_NestingMode.SINGLE,
  list: wire.Schema_Object_NestingMode.LIST,
  set: wire.Schema_Object_NestingMode.SET,
  map: wire.Schema_Object_NestingMode.MAP,
};

function toNestedType({ nesting, attributes }: NestedType): wire.Schema_Object {
  return { attributes: toAttributes(attributes), nesting: NESTING[nesting], minItems: 0n, maxItems: 0n };
}

export function toFunctions(functions: readonly ProviderFunction[]): { [name: string]: wire.FunctionMessage } {
  return Object.fromEntries(functions.map((one) => [one.name, toFunction(one)]));
}

function toFunction({ summary, description, parameters, variadic, returns }: ProviderFunction): wire.FunctionMessage {
  return {
    summary,
    description,
    descriptionKind: wire.StringKind.MARKDOWN,
    deprecationMessage: '',
    parameters: parameters.map(toParameter),
    variadicParameter: variadic && toParameter(variadic),
    return: { type: utf8.encode(typeToJson(returns)) },
  };
}

function toParameter({ name, type, description, allowNull, allowUnknown }: Parameter): wire.Function_Parameter {
  return {
    name,
    type: utf8.encode(typeToJson(type)),
    description,
    descriptionKind: wire.StringKind.MARKDOWN,
    allowNullValue: allowNull ?? false,
    allowUnknownValues: allowUnknown ?? false,
  };
}
