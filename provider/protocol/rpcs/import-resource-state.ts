import { ImportResourceState_Request, ImportResourceState_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics, toDynamicValue } from '../to-wire';

export const importResourceState = defineRpc({
  name: 'ImportResourceState',
  request: ImportResourceState_Request,
  response: ImportResourceState_Response,
  handle: async (server, { typeName, id }) => {
    const { imported, diagnostics } = await server.importResourceState({ typeName, id });
    return {
      importedResources: imported
        ? [
            {
              typeName: imported.typeName,
              state: toDynamicValue(imported.state, server.resourceType(imported.typeName)),
              private: imported.private,
            },
          ]
        : [],
      diagnostics: toDiagnostics(diagnostics),
    };
  },
  failed: (diagnostics) => ({ importedResources: [], diagnostics }),
});
