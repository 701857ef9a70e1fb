import { GetResourceIdentitySchemas_Request, GetResourceIdentitySchemas_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';

/** No resource has an identity. Terraform asks all the same, right after the schema. */
export const getResourceIdentitySchemas = defineRpc({
  name: 'GetResourceIdentitySchemas',
  request: GetResourceIdentitySchemas_Request,
  response: GetResourceIdentitySchemas_Response,
  handle: () => ({ identitySchemas: {}, diagnostics: [] }),
  failed: (diagnostics) => ({ identitySchemas: {}, diagnostics }),
});
