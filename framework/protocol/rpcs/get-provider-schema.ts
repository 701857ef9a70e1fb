import { GetProviderSchema_Request, GetProviderSchema_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toActionSchemas, toFunctions, toSchema, toSchemas } from '../to-wire';
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
  handle: (server) => ({
    ...NOTHING,
    provider: toSchema(server.providerSchema),
    resourceSchemas: toSchemas(server.resourceSchemas),
    dataSourceSchemas: toSchemas(server.dataSourceSchemas),
    ephemeralResourceSchemas: toSchemas(server.ephemeralResourceSchemas),
    listResourceSchemas: toSchemas(server.listResourceSchemas),
    actionSchemas: toActionSchemas(server.actionSchemas),
    functions: toFunctions(server.functions),
  }),
  failed: (diagnostics) => ({ ...NOTHING, diagnostics }),
});
