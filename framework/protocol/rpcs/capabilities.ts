import type { ServerCapabilities } from '../generated/tfplugin6';

/** What this provider promises beyond the base of protocol 6. */
export const CAPABILITIES: ServerCapabilities = {
  // A destroy is planned by the resource, too (`planDestroy`), which can warn or refuse.
  planDestroy: true,
  // Terraform asks for the schema in one process and uses it in all others.
  getProviderSchemaOptional: true,
  // It is refused, in words that help more than Terraform's own.
  moveResourceState: true,
  generateResourceConfig: false,
};
