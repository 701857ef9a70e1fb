import * as wire from '../../../../framework/protocol/generated/tfplugin6';
import { decode } from '../../../../framework/protocol/value/decode';
import { objectType, type Schema, schemaType } from '../../../../framework/schema/schema';
import { type HostConnection, type HostOptions, ProviderHost } from '../../../../framework/testing/provider-host';
import type { ServedProvider } from '../../../../framework/testing/served-provider';
import type { Path } from '../../../../framework/values/path';
import type { Type } from '../../../../framework/values/type';
import type { Value } from '../../../../framework/values/value';
import { openClient } from '../../framework/protocol/support/grpc';
import { call, toWire } from '../../framework/protocol/support/rpc';
import { fromIdentitySchema, fromSchema } from './wire-schema';

/** Plays Terraform for a provider that is reached over gRPC. */
export type RemoteHost = ProviderHost<ServedProvider>;

/** Configures a provider at an address of gRPC, in plain text, as Terraform reaches one that it re-attaches to. By default no apply is read again. */
export async function connectTo(
  address: string,
  options: Pick<HostOptions, 'settings' | 'rereads'> = {},
): Promise<RemoteHost> {
  return ProviderHost.connect(await connectionTo(address), { rereads: false, ...options });
}

const NO_BYTES = new Uint8Array();

/** The capabilities of Terraform 1.16, which has all. */
const CAPABILITIES: wire.ClientCapabilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
  storePlannedPrivate: true,
  computedBlocksAllowed: true,
};

/** The provider at an address, with one RPC for each call. Every response that tells of a bug in the provider is an error. */
async function connectionTo(address: string): Promise<HostConnection> {
  const client = openClient(address);
  const provider = await call(client, 'GetProviderSchema', {});
  const identities = await call(client, 'GetResourceIdentitySchemas', {});
  const schemas = (all: Readonly<Record<string, wire.Schema | undefined>>) =>
    new Map(Object.entries(all).map(([name, schema]) => [name, fromSchema(schema as wire.Schema)]));
  const resources = schemas(provider.resourceSchemas);
  const dataSources = schemas(provider.dataSourceSchemas);
  const ephemeralResources = schemas(provider.ephemeralResourceSchemas);
  const listResources = schemas(provider.listResourceSchemas);
  const actions = schemas(
    Object.fromEntries(Object.entries(provider.actionSchemas).map(([name, { schema }]) => [name, schema])),
  );
  const providerSchema = fromSchema(provider.provider as wire.Schema);
  const identitySchemas = new Map(
    Object.entries(identities.identitySchemas).map(([name, schema]) => [name, fromIdentitySchema(schema)]),
  );
  const typeOf = (all: ReadonlyMap<string, Schema>, typeName: string) => schemaType(all.get(typeName) as Schema);
  const block = (all: ReadonlyMap<string, Schema>, { typeName, config }: { typeName: string; config: Value }) => ({
    typeName,
    config: toWire(config, typeOf(all, typeName)),
  });
  const identityType = (typeName: string) => objectType(identitySchemas.get(typeName) ?? {});
  const identityOf = (typeName: string, data: wire.ResourceIdentityData | undefined) =>
    data && read(data.identityData, identityType(typeName));
  const server: ServedProvider = {
    providerSchema,
    resourceSchemas: resources,
    identitySchemas,
    dataSourceSchemas: dataSources,
    ephemeralResourceSchemas: ephemeralResources,
    listResourceSchemas: listResources,
    actionSchemas: actions,
    async configureProvider({ config: values, terraformVersion }) {
      const config = toWire(values, schemaType(providerSchema));
      await call(client, 'ValidateProviderConfig', { config });
      const request = { config, terraformVersion, clientCapabilities: CAPABILITIES };
      return told(await call(client, 'ConfigureProvider', request));
    },
    validateResourceConfig: async (request) =>
      told(
        await call(client, 'ValidateResourceConfig', {
          ...block(resources, request),
          clientCapabilities: CAPABILITIES,
        }),
      ),
    async upgradeResourceState({ typeName, version, json = '' }) {
      const rawState = { json: Buffer.from(json), flatmap: {} };
      const response = await call(client, 'UpgradeResourceState', { typeName, version, rawState });
      return { state: read(response.upgradedState, typeOf(resources, typeName)), ...told(response) };
    },
    async readResource({ typeName, state, private: bytes }, cancelled) {
      const type = typeOf(resources, typeName);
      const currentState = toWire(state, type);
      const request = { typeName, currentState, private: bytes, clientCapabilities: CAPABILITIES };
      const response = await call(client, 'ReadResource', request, cancelled);
      return {
        state: read(response.newState, type),
        private: response.private,
        identity: identityOf(typeName, response.newIdentity),
        ...told(response),
      };
    },
    async planResourceChange({ typeName, prior, proposed, config, private: bytes }) {
      const type = typeOf(resources, typeName);
      const response = await call(client, 'PlanResourceChange', {
        typeName,
        priorState: toWire(prior, type),
        proposedNewState: toWire(proposed, type),
        config: toWire(config, type),
        priorPrivate: bytes,
        plannedPrivate: NO_BYTES,
        clientCapabilities: CAPABILITIES,
      });
      if (response.legacyTypeSystem || response.deferred) throw new Error(`plan of ${typeName}: legacy or deferred`);
      return {
        planned: read(response.plannedState, type),
        private: response.plannedPrivate,
        requiresReplace: response.requiresReplace.map(toPath),
        identity: identityOf(typeName, response.plannedIdentity),
        ...told(response),
      };
    },
    async applyResourceChange({ typeName, prior, planned, config, private: plannedPrivate }, cancelled) {
      const type = typeOf(resources, typeName);
      const [priorState, plannedState] = [toWire(prior, type), toWire(planned, type)];
      const request = { typeName, priorState, plannedState, config: toWire(config, type), plannedPrivate };
      const response = await call(client, 'ApplyResourceChange', request, cancelled);
      return {
        state: read(response.newState, type),
        private: response.private,
        identity: identityOf(typeName, response.newIdentity),
        ...told(response),
      };
    },
    async importResourceState({ typeName, id, identity }, cancelled) {
      const request = { typeName, id, clientCapabilities: CAPABILITIES };
      const data = identity === null ? {} : { identity: { identityData: toWire(identity, identityType(typeName)) } };
      const response = await call(client, 'ImportResourceState', { ...request, ...data }, cancelled);
      const [one] = response.importedResources;
      if (!one) return { imported: undefined, ...told(response) };
      const state = read(one.state, typeOf(resources, typeName));
      const known = identityOf(typeName, one.identity);
      return { imported: { typeName, state, private: one.private, identity: known }, ...told(response) };
    },
    validateDataResourceConfig: async (request) =>
      told(await call(client, 'ValidateDataResourceConfig', block(dataSources, request))),
    async readDataSource(request, cancelled) {
      const response = await call(client, 'ReadDataSource', block(dataSources, request), cancelled);
      return { state: read(response.state, typeOf(dataSources, request.typeName)), ...told(response) };
    },
    validateEphemeralResourceConfig: async (request) =>
      told(await call(client, 'ValidateEphemeralResourceConfig', block(ephemeralResources, request))),
    async openEphemeralResource(request, cancelled) {
      const response = await call(client, 'OpenEphemeralResource', block(ephemeralResources, request), cancelled);
      const result = read(response.result, typeOf(ephemeralResources, request.typeName));
      return { result, private: response.private ?? NO_BYTES, ...told(response) };
    },
    closeEphemeralResource: async (request) => told(await call(client, 'CloseEphemeralResource', request)),
    validateListResourceConfig: async (request) =>
      told(await call(client, 'ValidateListResourceConfig', block(listResources, request))),
    async *listResource({ includeResource: includeResourceObject, limit, ...request }) {
      const message = { ...block(listResources, request), includeResourceObject, limit: BigInt(limit) };
      const bytes = wire.ListResource_Request.encode(message).finish();
      for await (const part of stream('ListResource', bytes)) {
        const { identity, displayName, resourceObject, diagnostic } = wire.ListResource_Event.decode(part);
        const state = read(resourceObject, typeOf(resources, request.typeName));
        const known = identity && { identity: identityOf(request.typeName, identity) ?? null };
        yield { ...known, displayName, state, ...told({ diagnostics: diagnostic }) };
      }
    },
    validateActionConfig: async (request) => told(await call(client, 'ValidateActionConfig', block(actions, request))),
    async planAction(request) {
      const { config } = block(actions, request);
      return told(await call(client, 'PlanAction', { actionType: request.typeName, config }));
    },
    async *invokeAction(request) {
      const { config } = block(actions, request);
      const bytes = wire.InvokeAction_Request.encode({ actionType: request.typeName, config }).finish();
      for await (const part of stream('InvokeAction', bytes)) {
        const { type } = wire.InvokeAction_Event.decode(part);
        if (!type) throw new Error(`${request.typeName}: an event without content`);
        if (type.$case === 'progress') yield { progress: type.value.message };
        else yield { completed: told(type.value).diagnostics };
      }
    },
    async stop() {
      await call(client, 'StopProvider', {});
    },
  };

  /** The messages of a stream, which is cancelled when nobody reads on. */
  async function* stream(name: string, request: Uint8Array): AsyncGenerator<Buffer> {
    const messages = client.serverStream(`/tfplugin6.Provider/${name}`, request).on('error', () => {});
    try {
      for await (const message of messages) yield message as Buffer;
    } finally {
      messages.cancel();
    }
  }

  return {
    server,
    async shutDown() {
      await client.call('/plugin.GRPCController/Shutdown');
    },
    close: async () => client.close(),
  };
}

const read = (value: wire.DynamicValue | undefined, type: Type): Value =>
  value && value.msgpack.length > 0 ? decode(value.msgpack, type) : null;

/** The diagnostics of a response. An exception that nobody expected is an error like any other for Terraform, and a bug for us. */
function told({ diagnostics }: { readonly diagnostics: readonly wire.Diagnostic[] }) {
  const bug = diagnostics.find(({ summary, detail }) => /Unexpected error|inside the provider/.test(summary + detail));
  if (bug) throw new Error(bug.detail);
  return {
    diagnostics: diagnostics.map(({ severity, summary, detail, attribute }) => ({
      severity: severity === wire.Diagnostic_Severity.WARNING ? ('warning' as const) : ('error' as const),
      summary,
      detail,
      ...(attribute && { path: toPath(attribute) }),
    })),
  };
}

const toPath = ({ steps }: wire.AttributePath): Path =>
  steps.map(({ selector }) => {
    if (selector?.$case === 'elementKeyInt') return { index: Number(selector.value) };
    if (selector?.$case === 'elementKeyString') return { key: selector.value };
    return { attribute: selector?.value ?? '' };
  });
