import { requireSound } from '../define-provider';
import type { DiagnosticError } from '../diagnostic';
import type { Environment, Provider } from '../provider';
import type { Definition } from '../resource';
import { type IdentitySchema, identitySchemaOf } from '../schema/identity';
import { schemaType } from '../schema/schema';
import type { ObjectValue, Value } from '../values/value';
import { type ApplyResourceChangeRequest, applyResourceChange } from './apply-resource-change';
import { type CallFunctionRequest, callFunction } from './call-function';
import { type CloseEphemeralResourceRequest, closeEphemeralResource } from './close-ephemeral-resource';
import { Configuration } from './configuration';
import { type ConfigureProviderRequest, configureProvider } from './configure-provider';
import { type ImportResourceStateRequest, importResourceState } from './import-resource-state';
import { invokeAction } from './invoke-action';
import { type ListResourceRequest, listResource } from './list-resource';
import type { BlockRequest } from './messages';
import { type MoveResourceStateRequest, moveResourceState } from './move-resource-state';
import { type Kind, noSuch } from './no-such';
import { openEphemeralResource } from './open-ephemeral-resource';
import type { Target } from './operation';
import { planAction } from './plan-action';
import { type PlanResourceChangeRequest, planResourceChange } from './plan-resource-change';
import { readDataSource } from './read-data-source';
import { type ReadResourceRequest, readResource } from './read-resource';
import { RunningCalls } from './running-calls';
import { type UpgradeResourceIdentityRequest, upgradeResourceIdentity } from './upgrade-resource-identity';
import { type UpgradeResourceStateRequest, upgradeResourceState } from './upgrade-resource-state';
import { validateConfig } from './validate-config';

/** Makes the provider server of one connection. Checks nothing: of two types with one name, the last counts. */
export function createProviderServer<C>(provider: Provider<C>, environment: Environment) {
  const configuration = new Configuration<C>(environment);
  const calls = new RunningCalls(environment, configuration);
  const types = <D extends Definition<ObjectValue>>(kind: Kind, all?: readonly D[]) =>
    typesOf(provider, configuration, kind, all);
  const resources = types('resource type', provider.resources);
  const dataSources = types('data source type', provider.dataSources);
  const ephemeralResources = types('ephemeral resource type', provider.ephemeralResources);
  const listResources = types('list resource type', provider.listResources);
  const actions = types('action type', provider.actions);
  let identitySchemas: ReadonlyMap<string, IdentitySchema> | undefined;
  const during: typeof calls.during = (cancelled, work) => calls.during(cancelled, work);
  const get = resources.target;
  const getEphemeral = (typeName: string) => ({ ...ephemeralResources.target(typeName), calls });
  const list = (typeName: string) => ({ ...listResources.target(typeName), resource: get(typeName).definition });
  return {
    /** Throws a DiagnosticError with all mistakes in the provider's definitions. Called before a schema is told. */
    requireSound: () => requireSound(provider),
    providerSchema: provider.schema,
    /** By full type name, such as `random_pet`; so are those of the other kinds. */
    resourceSchemas: resources.schemas,
    /** By full type name, without types that have no identity. */
    get identitySchemas(): ReadonlyMap<string, IdentitySchema> {
      identitySchemas ??= new Map(
        [...resources.schemas.keys()].flatMap((name) => {
          const schema = identitySchemaOf(get(name).definition);
          return schema ? [[name, schema]] : [];
        }),
      );
      return identitySchemas;
    },
    dataSourceSchemas: dataSources.schemas,
    ephemeralResourceSchemas: ephemeralResources.schemas,
    listResourceSchemas: listResources.schemas,
    actionSchemas: actions.schemas,
    functions: provider.functions ?? [],
    get configType() {
      return schemaType(provider.schema);
    },
    /** The type of the values of a type, by its full name; so are those of the other kinds. Throws a DiagnosticError if there is none. */
    resourceType: resources.typeOf,
    dataSourceType: dataSources.typeOf,
    ephemeralResourceType: ephemeralResources.typeOf,
    listResourceType: listResources.typeOf,
    actionType: actions.typeOf,
    validateProviderConfig: ({ config }: { readonly config: Value }) => validateConfig(provider, config),
    /** Replaces an earlier configuration, and closes its connection; rejects with what that throws. */
    configureProvider: (request: ConfigureProviderRequest) =>
      during(undefined, (call) => call.settle(configureProvider(provider, configuration, request))),
    validateResourceConfig: resources.validate,
    upgradeResourceState: (request: UpgradeResourceStateRequest) =>
      upgradeResourceState(get(request.typeName), request),
    upgradeResourceIdentity: (request: UpgradeResourceIdentityRequest) =>
      upgradeResourceIdentity(get(request.typeName), request),
    moveResourceState: (request: MoveResourceStateRequest) => {
      const { sourceTypeName: source, sourceProvider } = request;
      const isOurs = sourceProvider.endsWith(`/${provider.typeName}`) && resources.schemas.has(source);
      return moveResourceState(get(request.typeName), isOurs ? get(source) : undefined, request);
    },
    readResource: (request: ReadResourceRequest, cancelled?: AbortSignal) =>
      during(cancelled, (call) => readResource({ ...get(request.typeName), call }, request)),
    planResourceChange: (request: PlanResourceChangeRequest) => planResourceChange(get(request.typeName), request),
    applyResourceChange: (request: ApplyResourceChangeRequest, cancelled?: AbortSignal) =>
      during(cancelled, (call) => applyResourceChange({ ...get(request.typeName), call }, request)),
    importResourceState: (request: ImportResourceStateRequest, cancelled?: AbortSignal) =>
      during(cancelled, (call) => importResourceState({ ...get(request.typeName), call }, request)),
    validateDataResourceConfig: dataSources.validate,
    readDataSource: (request: BlockRequest, cancelled?: AbortSignal) =>
      during(cancelled, (call) => readDataSource({ ...dataSources.target(request.typeName), call }, request)),
    validateEphemeralResourceConfig: ephemeralResources.validate,
    openEphemeralResource: (request: BlockRequest, cancelled?: AbortSignal) =>
      during(cancelled, (call) => openEphemeralResource({ ...getEphemeral(request.typeName), call }, request)),
    // A cancelled call must close the ephemeral resource, too.
    closeEphemeralResource: (request: CloseEphemeralResourceRequest) =>
      calls.cleaningUp((call) => closeEphemeralResource({ ...getEphemeral(request.typeName), call }, request)),
    /** True while a call runs, or an ephemeral resource is open that `close` has to close. */
    get isBusy(): boolean {
      return calls.isBusy;
    },
    validateListResourceConfig: listResources.validate,
    /** Begins when it is iterated; iterate it to its end, or leave the loop, which ends the call. So `invokeAction`, but the action goes on. */
    listResource: (request: ListResourceRequest, cancelled: AbortSignal) =>
      calls.streaming(cancelled, (call) => listResource({ ...list(request.typeName), call }, request)),
    validateActionConfig: actions.validate,
    planAction: (request: BlockRequest) => planAction(actions.target(request.typeName), request),
    invokeAction: (request: BlockRequest, cancelled: AbortSignal) =>
      calls.streaming(cancelled, (call) => invokeAction({ ...actions.target(request.typeName), call }, request)),
    callFunction: (request: CallFunctionRequest) => callFunction({ provider, configuration }, request),
    /** Interrupts all current and later calls except closing. Settles when the current calls, which wait for outstanding responses, have ended. */
    stop: () => calls.stop(),
    /** Ends the current calls with this error, in the response or thrown, even if their handlers never end. Later calls run as usual. */
    fail: (failure: DiagnosticError) => calls.fail(failure),
    /**
     * Ends everything, because nobody is left to take a result: waits for outstanding responses, undoes work whose result nobody can save,
     * closes open ephemeral resources, all within ten seconds, and then, within five more, the provider's connection; rejects with what that throws.
     */
    close: () => calls.close(),
  };
}

/**
 * The provider of one connection, which alone holds the configuration: two connections to one process never share a token. Its requests and
 * responses are those of the operations.
 *
 * Mistakes of practitioners, and errors that handlers and functions throw, are diagnostics or errors in responses. Methods throw, or reject
 * with, a `DiagnosticError` for a type that the provider does not have, and what its validators and plan modifiers throw.
 * Calls may run at the same time, and before the provider is configured: what needs a connection then is an error in the response; a read of a
 * resource returns the state as it is. Abort `cancelled` when nobody waits for the response any more: the handler's signal is aborted, and its
 * work is undone when it has ended.
 */
export type ProviderServer = ReturnType<typeof createProviderServer>;

/** The definitions of a kind, by full type name. What is no definition is for `requireSound` to tell. Throws a DiagnosticError for another name. */
function typesOf<C, D extends Definition<ObjectValue>>(
  provider: Provider<C>,
  configuration: Configuration<C>,
  kind: Kind,
  all: readonly D[] = [],
) {
  const definitions = (Array.isArray(all) ? (all as readonly D[]) : []).filter((one) => one);
  const types = new Map(definitions.map((one) => [`${provider.typeName}_${one.typeName}`, one]));
  const target = (typeName: string): Target<C, D> => {
    const definition = types.get(typeName);
    if (!definition) throw noSuch(kind, typeName, types.keys());
    return { typeName, provider, configuration, definition };
  };
  return {
    target,
    schemas: new Map([...types].map(([name, { schema }]) => [name, schema])),
    typeOf: (typeName: string) => schemaType(target(typeName).definition.schema),
    validate: ({ typeName, config, ...host }: BlockRequest & Parameters<typeof validateConfig>[2]) =>
      validateConfig(target(typeName).definition, config, host),
  };
}
