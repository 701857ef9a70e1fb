import { GetMetadata_Request, GetMetadata_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { CAPABILITIES } from './capabilities';

const NOTHING: GetMetadata_Response = {
  serverCapabilities: CAPABILITIES,
  diagnostics: [],
  resources: [],
  dataSources: [],
  functions: [],
  ephemeralResources: [],
  listResources: [],
  stateStores: [],
  actions: [],
};

export const getMetadata = defineRpc({
  name: 'GetMetadata',
  request: GetMetadata_Request,
  response: GetMetadata_Response,
  handle: ({ resourceSchemas, dataSourceSchemas, functions }) => ({
    ...NOTHING,
    resources: [...resourceSchemas.keys()].map((typeName) => ({ typeName })),
    functions: functions.map(({ name }) => ({ name })),
    dataSources: [...dataSourceSchemas.keys()].map((typeName) => ({ typeName })),
  }),
  failed: (diagnostics) => ({ ...NOTHING, diagnostics }),
});
