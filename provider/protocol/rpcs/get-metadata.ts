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
  handle: ({ resourceSchemas, dataSourceSchemas, ephemeralResourceSchemas, functions }) => ({
    ...NOTHING,
    resources: namesOf(resourceSchemas),
    dataSources: namesOf(dataSourceSchemas),
    ephemeralResources: namesOf(ephemeralResourceSchemas),
    functions: functions.map(({ name }) => ({ name })),
  }),
  failed: (diagnostics) => ({ ...NOTHING, diagnostics }),
});

const namesOf = (types: ReadonlyMap<string, unknown>) => [...types.keys()].map((typeName) => ({ typeName }));
