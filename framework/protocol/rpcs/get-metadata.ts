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
  handle: (server) => ({
    ...NOTHING,
    resources: namesOf(server.resourceSchemas),
    dataSources: namesOf(server.dataSourceSchemas),
    ephemeralResources: namesOf(server.ephemeralResourceSchemas),
    listResources: namesOf(server.listResourceSchemas),
    actions: namesOf(server.actionSchemas),
    functions: server.functions.map(({ name }) => ({ name })),
  }),
  failed: (diagnostics) => ({ ...NOTHING, diagnostics }),
});

const namesOf = (types: ReadonlyMap<string, unknown>) => [...types.keys()].map((typeName) => ({ typeName }));
