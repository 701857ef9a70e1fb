import { GetProviderSchema_Request, GetProviderSchema_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toFunctions, toSchema, toSchemas } from '../to-wire';
import { CAPABILITIES } from './capabilities';

const NOTHING: GetProviderSchema_Response = {
  serverCapabilities: CAPABILITIES,
  diagnostics: [],
  resourceSchemas: {},
  dataSourceSchemas: {},
  functions: {},
  ephemeralResourceSchemas: {},
  listResourceSchemas: {},
  stateStoreSchemas: {},
  actionSchemas: {},
};

export const getProviderSchema = defineRpc({
  name: 'GetProviderSchema',
  request: GetProviderSchema_Request,
  response: GetProviderSchema_Response,
  handle: ({ providerSchema, resourceSchemas, dataSourceSchemas, ephemeralResourceSchemas, functions }) => ({
    ...NOTHING,
    provider: toSchema(providerSchema),
    resourceSchemas: toSchemas(resourceSchemas),
    functions: toFunctions(functions),
    dataSourceSchemas: toSchemas(dataSourceSchemas),
    ephemeralResourceSchemas: toSchemas(ephemeralResourceSchemas),
  }),
  failed: (diagnostics) => ({ ...NOTHING, diagnostics }),
});
