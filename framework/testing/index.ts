/** The API for tests of a provider: Terraform's part, in the process of the test. */
export { ContractError } from './contract';
export { type Clock, skippingEnvironment } from './environment';
export { type HostOptions, type Kept, type Outcome, ProviderHost } from './provider-host';
