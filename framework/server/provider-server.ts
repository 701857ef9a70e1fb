import { requireSound } from '../define-provider';
import type { DiagnosticError } from '../diagnostic';
import type { ProviderFunction } from '../function';
import { type IdentitySchema, identitySchemaOf } from '../identity';
import type { Environment, Provider } from '../provider';
import type { AnyResource } from '../resource';
import { type Schema, schemaType } from '../schema';
import type { Type } from '../type';
import { applyResourceChange } from './apply-resource-change';
import { callFunction } from './call-function';
import { closeEphemeralResource } from './close-ephemeral-resource';
import { Configuration } from './configuration';
import { configureProvider } from './configure-provider';
import { importResourceState } from './import-resource-state';
import { invokeAction } from './invoke-action';
import { listResource } from './list-resource';
import type * as messages from './messages';
import { moveResourceState } from './move-resource-state';
import { type Kind, noSuch } from './no-such';
import { openEphemeralResource } from './open-ephemeral-resource';
import { planAction } from './plan-action';
import { planResourceChange } from './plan-resource-change';
import { readDataSource } from './read-data-source';
import { readResource } from './read-resource';
import { RunningCalls } from './running-calls';
import { upgradeResourceIdentity } from './upgrade-resource-identity';
import { upgradeResourceState } from './upgrade-resource-state';
import { validateConfig } from './validate-config';

/**
 * The provider of one connection, which alone holds the configuration: two connections to one process never share a token. Its requests and
 * responses are those of `messages.ts`.
 *
 * Mistakes of practitioners, and errors that handlers and functions throw, are diagnostics or errors in responses. Methods throw, or reject
 * with, a `DiagnosticError` for a type that the provider does not have, and what its validators and plan modifiers throw.
 * Calls may run at the same time, and before the provider is configured: what needs a connection then is an error in the response; a read of a
 * resource returns the state as it is. Abort `cancelled` when nobody waits for the response any more: the handler's signal is aborted, and its
 * work is undone when it has ended.
 */
export interface ProviderServer {
  /** Throws a DiagnosticError with all mistakes in the provider's definitions. Called before a schema is told. */
  requireSound(): void;
  readonly providerSchema: Schema;
  /** By full type name, such as `random_pet`; so are those of the other kinds. */
  readonly resourceSchemas: ReadonlyMap<string, Schema>;
  /** By full type name, without types that have no identity. */
  readonly identitySchemas: ReadonlyMap<string, IdentitySchema>;
  readonly dataSourceSchemas: ReadonlyMap<string, Schema>;
  readonly ephemeralResourceSchemas: ReadonlyMap<string, Schema>;
  readonly listResourceSchemas: ReadonlyMap<string, Schema>;
  readonly actionSchemas: ReadonlyMap<string, Schema>;
  readonly functions: readonly ProviderFunction[];
  readonly configType: Type;
  /** The type of the values of a type, by its full name; so are those of the other kinds. Throws a DiagnosticError if there is none. */
  resourceType(typeName: string): Type;
  dataSourceType(typeName: string): Type;
  ephemeralResourceType(typeName: string): Type;
  listResourceType(typeName: string): Type;
  actionType(typeName: string): Type;
  validateProviderConfig(request: messages.ValidateProviderConfigRequest): messages.Diagnosed;
  /** Replaces an earlier configuration, and closes its connection; rejects with what that throws. */
  configureProvider(request: messages.ConfigureProviderRequest): Promise<messages.Diagnosed>;
  validateResourceConfig(request: messages.ValidateResourceConfigRequest): messages.Diagnosed;
  upgradeResourceState(request: messages.UpgradeResourceStateRequest): messages.UpgradeResourceStateResponse;
  upgradeResourceIdentity(request: messages.UpgradeResourceIdentityRequest): messages.UpgradeResourceIdentityResponse;
  moveResourceState(request: messages.MoveResourceStateRequest): messages.MoveResourceStateResponse;
  readResource(request: messages.ReadResourceRequest, cancelled?: AbortSignal): Promise<messages.ReadResourceResponse>;
  planResourceChange(request: messages.PlanResourceChangeRequest): messages.PlanResourceChangeResponse;
  applyResourceChange(
    request: messages.ApplyResourceChangeRequest,
    cancelled?: AbortSignal,
  ): Promise<messages.ApplyResourceChangeResponse>;
  importResourceState(
    request: messages.ImportResourceStateRequest,
    cancelled?: AbortSignal,
  ): Promise<messages.ImportResourceStateResponse>;
  validateDataResourceConfig(request: messages.BlockRequest): messages.Diagnosed;
  readDataSource(request: messages.BlockRequest, cancelled?: AbortSignal): Promise<messages.ReadDataSourceResponse>;
  validateEphemeralResourceConfig(request: messages.BlockRequest): messages.Diagnosed;
  openEphemeralResource(
    request: messages.BlockRequest,
    cancelled?: AbortSignal,
  ): Promise<messages.OpenEphemeralResourceResponse>;
  closeEphemeralResource(request: messages.CloseEphemeralResourceRequest): Promise<messages.Diagnosed>;
  /** True while a call runs, or an ephemeral resource is open that {@link close} has to close. */
  readonly isBusy: boolean;
  validateListResourceConfig(request: messages.BlockRequest): messages.Diagnosed;
  /** Begins when it is iterated; iterate it to its end, or leave the loop, which ends the call. So {@link invokeAction}, but the action goes on. */
  listResource(request: messages.ListResourceRequest, cancelled: AbortSignal): AsyncIterable<messages.ListedResource>;
  validateActionConfig(request: messages.BlockRequest): messages.Diagnosed;
  planAction(request: messages.BlockRequest): messages.PlanActionResponse;
  invokeAction(request: messages.BlockRequest, cancelled: AbortSignal): AsyncIterable<messages.ActionEvent>;
  callFunction(request: messages.CallFunctionRequest): messages.CallFunctionResponse;
  /** Interrupts all current and later calls except closing. Settles when the current calls, which wait for outstanding responses, have ended. */
  stop(): Promise<void>;
  /** Ends the current calls with this error, in the response or thrown, even if their handlers never end. Later calls run as usual. */
  fail(failure: DiagnosticError): void;
  /**
   * Ends everything, because nobody is left to take a result: waits for outstanding responses, undoes work whose result nobody can save,
   * closes open ephemeral resources, all within ten seconds, and then, within five more, the provider's connection; rejects with what that throws.
   */
  close(): Promise<void>;
}

/** Makes the provider server of one connection. Checks nothing: of two types with one name, the last counts. */
export function createProviderServer<C>(provider: Provider<C>, environment: Environment): ProviderServer {
  const configuration = new Configuration<C>(environment);
  const calls = new RunningCalls(environment, configuration);
  const resources = byTypeName(provider, provider.resources);
  const dataSources = byTypeName(provider, provider.dataSources);
  const ephemeralResources = byTypeName(provider, provider.ephemeralResources);
  const listResources = byTypeName(provider, provider.listResources);
  const actions = byTypeName(provider, provider.actions);
  let identitySchemas: ReadonlyMap<string, IdentitySchema> | undefined;
  const during: typeof calls.during = (cancelled, work) => calls.during(cancelled, work);
  const target = (typeName: string) => ({ typeName, provider, configuration });
  const get = (typeName: string) => ({
    ...target(typeName),
    resource: definitionOf(resources, typeName, 'resource type'),
  });
  const getDataSource = (typeName: string) => ({
    ...target(typeName),
    dataSource: definitionOf(dataSources, typeName, 'data source type'),
  });
  const getEphemeral = (typeName: string) => ({
    ...target(typeName),
    calls,
    ephemeralResource: definitionOf(ephemeralResources, typeName, 'ephemeral resource type'),
  });
  const getList = (typeName: string) => ({
    listResource: definitionOf(listResources, typeName, 'list resource type'),
    ...get(typeName),
  });
  const getAction = (typeName: string) => ({
    ...target(typeName),
    action: definitionOf(actions, typeName, 'action type'),
  });
  return {
    requireSound: () => requireSound(provider),
    providerSchema: provider.schema,
    resourceSchemas: schemasOf(resources),
    get identitySchemas() {
      identitySchemas ??= identitySchemasOf(resources);
      return identitySchemas;
    },
    dataSourceSchemas: schemasOf(dataSources),
    ephemeralResourceSchemas: schemasOf(ephemeralResources),
    listResourceSchemas: schemasOf(listResources),
    actionSchemas: schemasOf(actions),
    functions: provider.functions ?? [],
    get configType() {
      return schemaType(provider.schema);
    },
    resourceType: (typeName) => schemaType(get(typeName).resource.schema),
    dataSourceType: (typeName) => schemaType(getDataSource(typeName).dataSource.schema),
    ephemeralResourceType: (typeName) => schemaType(getEphemeral(typeName).ephemeralResource.schema),
    listResourceType: (typeName) => schemaType(getList(typeName).listResource.schema),
    actionType: (typeName) => schemaType(getAction(typeName).action.schema),
    validateProviderConfig: ({ config }) => validateConfig(provider, config),
    configureProvider: (request) =>
      during(undefined, (call) => call.settle(configureProvider(provider, configuration, request))),
    validateResourceConfig: ({ typeName, config, ...host }) => validateConfig(get(typeName).resource, config, host),
    upgradeResourceState: (request) => upgradeResourceState(get(request.typeName), request),
    upgradeResourceIdentity: (request) => upgradeResourceIdentity(get(request.typeName), request),
    moveResourceState: (request) => {
      const { sourceTypeName: source, sourceProvider } = request;
      const isOurs = sourceProvider.endsWith(`/${provider.typeName}`) && resources.has(source);
      return moveResourceState(get(request.typeName), isOurs ? get(source) : undefined, request);
    },
    readResource: (request, cancelled) =>
      during(cancelled, (call) => readResource({ ...get(request.typeName), call }, request)),
    planResourceChange: (request) => planResourceChange(get(request.typeName), request),
    applyResourceChange: (request, cancelled) =>
      during(cancelled, (call) => applyResourceChange({ ...get(request.typeName), call }, request)),
    importResourceState: (request, cancelled) =>
      during(cancelled, (call) => importResourceState({ ...get(request.typeName), call }, request)),
    validateDataResourceConfig: ({ typeName, config }) => validateConfig(getDataSource(typeName).dataSource, config),
    readDataSource: (request, cancelled) =>
      during(cancelled, (call) => readDataSource({ ...getDataSource(request.typeName), call }, request)),
    validateEphemeralResourceConfig: ({ typeName, config }) =>
      validateConfig(getEphemeral(typeName).ephemeralResource, config),
    openEphemeralResource: (request, cancelled) =>
      during(cancelled, (call) => openEphemeralResource({ ...getEphemeral(request.typeName), call }, request)),
    // A cancelled call must close the ephemeral resource, too.
    closeEphemeralResource: (request) =>
      calls.cleaningUp((call) => closeEphemeralResource({ ...getEphemeral(request.typeName), call }, request)),
    get isBusy() {
      return calls.isBusy;
    },
    validateListResourceConfig: ({ typeName, config }) => validateConfig(getList(typeName).listResource, config),
    listResource: (request, cancelled) =>
      calls.streaming(cancelled, (call) => listResource({ ...getList(request.typeName), call }, request)),
    validateActionConfig: ({ typeName, config }) => validateConfig(getAction(typeName).action, config),
    planAction: (request) => planAction(getAction(request.typeName), request),
    invokeAction: (request, cancelled) =>
      calls.streaming(cancelled, (call) => invokeAction({ ...getAction(request.typeName), call }, request)),
    callFunction: (request) => callFunction({ provider, configuration }, request),
    stop: () => calls.stop(),
    fail: (failure) => calls.fail(failure),
    close: () => calls.close(),
  };
}

/** The definitions that there are. That one is undefined, or all are no list, is a mistake of the provider, which `requireSound` tells. */
const byTypeName = <T extends { readonly typeName: string }>(
  provider: { readonly typeName: string },
  all: readonly T[] | undefined,
) =>
  new Map(
    (Array.isArray(all) ? (all as T[]) : [])
      .filter((one) => one)
      .map((one) => [`${provider.typeName}_${one.typeName}`, one]),
  );

const schemasOf = (types: ReadonlyMap<string, { readonly schema: Schema }>) =>
  new Map([...types].map(([name, { schema }]) => [name, schema]));

function definitionOf<T>(all: ReadonlyMap<string, T>, typeName: string, kind: Kind): T {
  const found = all.get(typeName);
  if (!found) throw noSuch(kind, typeName, all.keys());
  return found;
}

function identitySchemasOf<C>(resources: ReadonlyMap<string, AnyResource<C>>): ReadonlyMap<string, IdentitySchema> {
  const all = [...resources].map(([name, resource]) => [name, identitySchemaOf(resource)] as const);
  return new Map(all.filter((entry): entry is [string, IdentitySchema] => entry[1] !== undefined));
}
