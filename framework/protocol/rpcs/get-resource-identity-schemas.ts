import { GetResourceIdentitySchemas_Request, GetResourceIdentitySchemas_Response } from '../generated/tfplugin6';
import { toIdentitySchema } from '../identity';
import { defineRpc } from '../rpc';

/** Called by Terraform 1.12 and newer, right after GetProviderSchema. */
export const getResourceIdentitySchemas = defineRpc({
  name: 'GetResourceIdentitySchemas',
  request: GetResourceIdentitySchemas_Request,
  response: GetResourceIdentitySchemas_Response,
  handle: ({ identitySchemas }) => ({
    identitySchemas: Object.fromEntries(
      [...identitySchemas].map(([typeName, schema]) => [typeName, toIdentitySchema(schema)]),
    ),
    diagnostics: [],
  }),
  failed: (diagnostics) => ({ identitySchemas: {}, diagnostics }),
});
