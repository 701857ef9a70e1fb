import type { Environment, Provider } from '../provider';
import { type Schema, schemaType } from '../schema';
import type { Type } from '../type';
import { applyResourceChange } from './apply-resource-change';
import { Configuration } from './configuration';
import { configureProvider } from './configure-provider';
import { importResourceState } from './import-resource-state';
import type {
  ApplyResourceChangeRequest,
  ApplyResourceChangeResponse,
  ConfigureProviderRequest,
  Diagnosed,
  ImportResourceStateRequest,
  ImportResourceStateResponse,
  PlanResourceChangeRequest,
  PlanResourceChangeResponse,
  ReadResourceRequest,
  ReadResourceResponse,
  UpgradeResourceStateRequest,
  UpgradeResourceStateResponse,
  ValidateProviderConfigRequest,
  ValidateResourceConfigRequest,
} from './messages';
import { planResourceChange } from './plan-resource-change';
import { readResource } from './read-resource';
import { upgradeResourceState } from './upgrade-resource-state';
import { validateProviderConfig } from './validate-provider-config';
import { validateResourceConfig } from './validate-resource-config';

/**
 * One provider as one connection sees it.
 *
 * Configuration lives here and nowhere else, so two connections to one process never see each other's token (P18).
 * No method throws for a practitioner's mistake or a failing service: those are diagnostics. A `RangeError` names a type
 * that the provider does not have.
 */
export interface ProviderServer {
  readonly providerSchema: Schema;
  /** By full type name, such as `coffer_bucket`. */
  readonly resourceSchemas: ReadonlyMap<string, Schema>;
  /** Type of the provider's configuration. */
  readonly configType: Type;
  resourceType(typeName: string): Type;
  validateProviderConfig(request: ValidateProviderConfigRequest): Diagnosed;
  configureProvider(request: ConfigureProviderRequest): Promise<Diagnosed>;
  validateResourceConfig(request: ValidateResourceConfigRequest): Diagnosed;
  upgradeResourceState(request: UpgradeResourceStateRequest): UpgradeResourceStateResponse;
  readResource(request: ReadResourceRequest): Promise<ReadResourceResponse>;
  planResourceChange(request: PlanResourceChangeRequest): PlanResourceChangeResponse;
  applyResourceChange(request: ApplyResourceChangeRequest): Promise<ApplyResourceChangeResponse>;
  importResourceState(request: ImportResourceStateRequest): Promise<ImportResourceStateResponse>;
  /** Cancels what is running; later operations run as usual. */
  stop(): void;
  /** Ends the client's connections. */
  close(): Promise<void>;
}

/** Makes the server of one connection. */
export function createProviderServer<C>(provider: Provider<C>, environment: Environment): ProviderServer {
  const configuration = new Configuration<C>(environment);
  const resources = new Map(
    provider.resources.map((resource) => [`${provider.typeName}_${resource.typeName}`, resource]),
  );
  const get = (typeName: string) => {
    const resource = resources.get(typeName);
    if (!resource) throw new RangeError(`the provider has no resource type ${JSON.stringify(typeName)}`);
    return { resource, typeName, provider, configuration };
  };
  return {
    providerSchema: provider.schema,
    resourceSchemas: new Map([...resources].map(([name, { schema }]) => [name, schema])),
    configType: schemaType(provider.schema),
    resourceType: (typeName) => schemaType(get(typeName).resource.schema),
    validateProviderConfig: (request) => validateProviderConfig(provider, request),
    configureProvider: (request) => configureProvider(provider, configuration, request),
    validateResourceConfig: (request) => validateResourceConfig(get(request.typeName), request),
    upgradeResourceState: (request) => upgradeResourceState(get(request.typeName), request),
    readResource: (request) => readResource(get(request.typeName), request),
    planResourceChange: (request) => planResourceChange(get(request.typeName), request),
    applyResourceChange: (request) => applyResourceChange(get(request.typeName), request),
    importResourceState: (request) => importResourceState(get(request.typeName), request),
    stop: () => configuration.stop(),
    close: () => configuration.close(),
  };
}
