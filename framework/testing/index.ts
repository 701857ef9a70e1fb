/** For tests of a provider: `ProviderHost` plays Terraform in their process, and throws `ContractError` where a response breaks its rules. */
export { ContractError } from './contract';
export { type Clock, skippingEnvironment } from './environment';
export { type HostOptions, type Kept, type Outcome, ProviderHost } from './provider-host';
