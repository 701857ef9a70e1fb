/*
 * The RPCs of the provider as a whole, and of its functions. Those that describe it, from its definitions alone, refuse one with mistakes in
 * these, and a host goes no further then. After an exception a description is empty but for diagnostics and capabilities.
 */

import { printable, shortened, textOf } from '../../failure';
import type { ProviderFunction } from '../../function';
import { getFunction } from '../../server/call-function';
import type { ProviderServer } from '../../server/provider-server';
import { fromDynamicValue } from '../from-wire';
import * as wire from '../generated/tfplugin6';
import { toIdentitySchema } from '../identity';
import { defineRpc } from '../rpc';
import { toActionSchemas, toDiagnostics, toDynamicValue, toFunctions, toSchema, toSchemas } from '../to-wire';

/** The optional capabilities of protocol 6 that this provider has. */
const CAPABILITIES: wire.ServerCapabilities = {
  // Terraform also plans a destroy with the provider, so that `planDestroy` can warn or refuse.
  planDestroy: true,
  // Terraform may request the schema in one process and use it in all others.
  getProviderSchemaOptional: true,
  // If a resource does not support the move, the provider's error helps more than Terraform's own.
  moveResourceState: true,
  generateResourceConfig: false,
};

/** A message of no bytes has only empty lists and maps. */
const NO_BYTES = new Uint8Array();
const NO_NAMES = { ...wire.GetMetadata_Response.decode(NO_BYTES), serverCapabilities: CAPABILITIES };
const NO_SCHEMAS = { ...wire.GetProviderSchema_Response.decode(NO_BYTES), serverCapabilities: CAPABILITIES };

/** Describes the provider, unless there are mistakes in its definition. */
const sound =
  <R>(describe: (server: ProviderServer) => R) =>
  (server: ProviderServer): R => {
    server.requireSound();
    return describe(server);
  };

const namesOf = (types: ReadonlyMap<string, unknown>) => [...types.keys()].map((typeName) => ({ typeName }));

/** The names of everything that the provider has, without schemas. */
export const getMetadata = defineRpc({
  name: 'GetMetadata',
  request: wire.GetMetadata_Request,
  response: wire.GetMetadata_Response,
  handle: sound((server) => ({
    ...NO_NAMES,
    resources: namesOf(server.resourceSchemas),
    dataSources: namesOf(server.dataSourceSchemas),
    ephemeralResources: namesOf(server.ephemeralResourceSchemas),
    listResources: namesOf(server.listResourceSchemas),
    actions: namesOf(server.actionSchemas),
    functions: server.functions.map(({ name }) => ({ name })),
  })),
  failed: (diagnostics) => ({ ...NO_NAMES, diagnostics }),
});

/** All schemas and functions, but for identities. */
export const getProviderSchema = defineRpc({
  name: 'GetProviderSchema',
  request: wire.GetProviderSchema_Request,
  response: wire.GetProviderSchema_Response,
  handle: sound((server) => ({
    ...NO_SCHEMAS,
    provider: toSchema(server.providerSchema),
    resourceSchemas: toSchemas(server.resourceSchemas),
    dataSourceSchemas: toSchemas(server.dataSourceSchemas),
    ephemeralResourceSchemas: toSchemas(server.ephemeralResourceSchemas),
    listResourceSchemas: toSchemas(server.listResourceSchemas),
    actionSchemas: toActionSchemas(server.actionSchemas),
    functions: toFunctions(server.functions),
  })),
  failed: (diagnostics) => ({ ...NO_SCHEMAS, diagnostics }),
});

/** The schemas of identities, of the types that have one. Asked for by Terraform 1.12 and newer, right after the schema. */
export const getResourceIdentitySchemas = defineRpc({
  name: 'GetResourceIdentitySchemas',
  request: wire.GetResourceIdentitySchemas_Request,
  response: wire.GetResourceIdentitySchemas_Response,
  handle: sound(({ identitySchemas, resourceSchemas }) => {
    const schemas = [...identitySchemas].map(([typeName, schema]) => {
      return [typeName, toIdentitySchema(schema, resourceSchemas.get(typeName)?.version)] as const;
    });
    return { identitySchemas: Object.fromEntries(schemas), diagnostics: [] };
  }),
  failed: (diagnostics) => ({ identitySchemas: {}, diagnostics }),
});

/** The functions alone, which OpenTofu asks for. The response to GetProviderSchema has them, too. */
export const getFunctions = defineRpc({
  name: 'GetFunctions',
  request: wire.GetFunctions_Request,
  response: wire.GetFunctions_Response,
  handle: sound(({ functions }) => ({ functions: toFunctions(functions), diagnostics: [] })),
  failed: (diagnostics) => ({ functions: {}, diagnostics }),
});

/** Configures the provider of this connection, anew if it was. Only this request says reliably whether operations may be deferred. */
export const configureProvider = defineRpc({
  name: 'ConfigureProvider',
  request: wire.ConfigureProvider_Request,
  response: wire.ConfigureProvider_Response,
  handle: async (server, { terraformVersion, config, clientCapabilities }) => {
    const deferralAllowed = clientCapabilities?.deferralAllowed ?? false;
    const request = { config: fromDynamicValue(config, server.configType), terraformVersion, deferralAllowed };
    const { diagnostics } = await server.configureProvider(request);
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});

/** Interrupts all current and later asynchronous operations of this connection but closing. Responds at once: Terraform waits for their results. */
export const stopProvider = defineRpc({
  name: 'StopProvider',
  request: wire.StopProvider_Request,
  response: wire.StopProvider_Response,
  handle: (server) => {
    server.stop();
    return { Error: '' };
  },
  failed: ([{ detail }]) => ({ Error: detail }),
});

/** Calls a function. A failure is one text, with the index of the argument at fault, from 0, unless that cannot be decoded: no host sends it. */
export const callFunction = defineRpc({
  name: 'CallFunction',
  request: wire.CallFunction_Request,
  response: wire.CallFunction_Response,
  handle: (server, { name, arguments: given }) => {
    const called = getFunction(server.functions, name);
    const args = given.map((argument, i) => fromDynamicValue(argument, parameterAt(called, i).type));
    const outcome = server.callFunction({ name, arguments: args });
    if (!outcome.error) return { result: toDynamicValue(outcome.result, called.returns) };
    const { text, argument } = outcome.error;
    return { error: { text: toText(text), functionArgument: argument === undefined ? undefined : BigInt(argument) } };
  },
  failed: ([{ detail }]) => ({ error: { text: toText(detail) } }),
});

/** The text without its full stop, which Terraform adds. */
const toText = (text: string) => shortened(printable(textOf(text))).replace(/\.$/, '');

function parameterAt({ name, parameters, variadic }: ProviderFunction, index: number) {
  const parameter = parameters[index] ?? variadic;
  if (!parameter) throw new RangeError(`${name} takes ${parameters.length} arguments`);
  return parameter;
}
