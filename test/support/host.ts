import { type HostOptions, ProviderHost } from '../../framework/testing/provider-host';
import { provider } from '../../provider/provider';
import { variablesOf } from '../host/provider/support/environment';
import type { Target } from './workspace';

export type { HostOptions, Kept, Outcome } from '../../framework/testing/provider-host';
export type Host = ProviderHost;

/** Plays Terraform for this provider, configured for an emulator. Also over the wire: `connectHost`. */
export const Host = {
  start: (target: Target, options: HostOptions = {}): Promise<Host> =>
    ProviderHost.start(provider, { ...options, variables: { ...variablesOf(target), ...options.variables } }),
};
