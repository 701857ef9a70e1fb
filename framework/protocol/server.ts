import type { Environment } from '../provider';
import type { ProviderServer } from '../server/provider-server';
import type { Method } from './grpc/method';
import type { BindableRpc, Methods } from './rpc';
import { applyResourceChange } from './rpcs/apply-resource-change';
import { callFunction } from './rpcs/call-function';
import { closeEphemeralResource } from './rpcs/close-ephemeral-resource';
import { configureProvider } from './rpcs/configure-provider';
import { importResourceState } from './rpcs/import-resource-state';
import { invokeAction } from './rpcs/invoke-action';
import { listResource } from './rpcs/list-resource';
import { moveResourceState } from './rpcs/move-resource-state';
import { openEphemeralResource } from './rpcs/open-ephemeral-resource';
import { planAction } from './rpcs/plan-action';
import { planResourceChange } from './rpcs/plan-resource-change';
import { readDataSource } from './rpcs/read-data-source';
import { readResource } from './rpcs/read-resource';
import { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } from './rpcs/schemas';
import { stopProvider } from './rpcs/stop-provider';
import { upgradeResourceIdentity } from './rpcs/upgrade-resource-identity';
import { upgradeResourceState } from './rpcs/upgrade-resource-state';
import {
  validateActionConfig,
  validateDataResourceConfig,
  validateEphemeralResourceConfig,
  validateListResourceConfig,
  validateProviderConfig,
  validateResourceConfig,
} from './rpcs/validations';

/**
 * All methods of the service `tfplugin6.Provider`; a missing one does not compile. A method that is undefined returns UNIMPLEMENTED;
 * hosts do not call it, because no schema, capability or result of ours announces its feature.
 */
const RPCS: { readonly [Method in keyof Methods]: BindableRpc<Methods[Method]['name']> | undefined } = {
  getMetadata,
  getProviderSchema,
  getResourceIdentitySchemas,
  validateProviderConfig,
  configureProvider,
  stopProvider,
  validateResourceConfig,
  upgradeResourceState,
  upgradeResourceIdentity,
  readResource,
  planResourceChange,
  applyResourceChange,
  importResourceState,
  moveResourceState,
  validateDataResourceConfig,
  readDataSource,
  validateEphemeralResourceConfig,
  openEphemeralResource,
  closeEphemeralResource,
  validateListResourceConfig,
  listResource,
  validateActionConfig,
  planAction,
  invokeAction,
  getFunctions,
  callFunction,
  generateResourceConfig: undefined,
  renewEphemeralResource: undefined,
  validateStateStoreConfig: undefined,
  configureStateStore: undefined,
  readStateBytes: undefined,
  writeStateBytes: undefined,
  lockState: undefined,
  unlockState: undefined,
  getStates: undefined,
  deleteState: undefined,
};

/** Binds the methods of `tfplugin6.Provider` that exist to the provider server of a connection. */
export function providerMethods(server: ProviderServer, environment: Environment): [path: string, method: Method][] {
  return Object.values<BindableRpc | undefined>(RPCS)
    .filter((rpc) => rpc !== undefined)
    .map((rpc) => [rpc.path, rpc.bind(server, environment)]);
}
