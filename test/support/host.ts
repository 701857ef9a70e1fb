import { type HostOptions, ProviderHost } from '../../framework/testing/provider-host';
import { provider } from '../../provider/provider';
import { variablesOf } from '../host/provider/support/environment';
import type { Target } from './workspace';

export type { HostOptions, Kept, Outcome } from '../../framework/testing/provider-host';
export type Host = ProviderHost;

/** Plays Terraform for this provider, configured for an emulator. The lifecycle is also tested over the wire, by `TerraformHost`. */
export const Host = {
  start: (target: Target, options: HostOptions = {}): Promise<Host> =>
    ProviderHost.start(provider, { ...options, variables: { ...variablesOf(target), ...options.variables } }),
};
