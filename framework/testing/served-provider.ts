import type { ProviderServer } from '../server/provider-server';

type Schemas =
  | 'providerSchema'
  | 'resourceSchemas'
  | 'identitySchemas'
  | 'dataSourceSchemas'
  | 'ephemeralResourceSchemas'
  | 'listResourceSchemas'
  | 'actionSchemas';
type Streams = 'listResource' | 'invokeAction';
type Calls =
  | 'configureProvider'
  | 'validateResourceConfig'
  | 'upgradeResourceState'
  | 'readResource'
  | 'planResourceChange'
  | 'applyResourceChange'
  | 'importResourceState'
  | 'validateDataResourceConfig'
  | 'readDataSource'
  | 'validateEphemeralResourceConfig'
  | 'openEphemeralResource'
  | 'closeEphemeralResource'
  | 'validateListResourceConfig'
  | 'validateActionConfig'
  | 'planAction'
  | 'stop';

/** A provider as a host sees it: the server in this process, or one that sends each call over a wire, where every response takes time. */
export type ServedProvider = Pick<ProviderServer, Schemas | Streams> & {
  readonly [C in Calls]: (
    ...args: Parameters<ProviderServer[C]>
  ) => ReturnType<ProviderServer[C]> | Promise<Awaited<ReturnType<ProviderServer[C]>>>;
};
