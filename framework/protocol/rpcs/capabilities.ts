import type { ServerCapabilities } from '../generated/tfplugin6';

/** The optional capabilities of protocol 6 that this provider has. */
export const CAPABILITIES: ServerCapabilities = {
  // Terraform also plans a destroy with the provider, so that `planDestroy` can warn or refuse.
  planDestroy: true,
  // Terraform may request the schema in one process and use it in all others.
  getProviderSchemaOptional: true,
  // If a resource does not support the move, the provider's error helps more than Terraform's own.
  moveResourceState: true,
  generateResourceConfig: false,
};
