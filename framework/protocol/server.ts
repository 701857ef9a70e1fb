import type { Environment } from '../provider';
import type { ProviderServer } from '../server/provider-server';
import type { Method } from './grpc/method';
import type { BindableRpc, Methods } from './rpc';
import * as otherKinds from './rpcs/other-kinds';
import * as provider from './rpcs/provider';
import * as resources from './rpcs/resources';
import * as validations from './rpcs/validations';

/** All methods of `tfplugin6.Provider`; a missing one does not compile. An undefined one is UNIMPLEMENTED: nothing of ours announces its feature. */
const RPCS: { readonly [Method in keyof Methods]: BindableRpc<Methods[Method]['name']> | undefined } = {
  ...provider,
  ...validations,
  ...resources,
  ...otherKinds,
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
