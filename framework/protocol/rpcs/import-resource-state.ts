import { ImportResourceState_Request, ImportResourceState_Response } from '../generated/tfplugin6';
import { fromIdentity, toIdentity } from '../identity';
import { defineRpc } from '../rpc';
import { toDeferred, toDiagnostics, toDynamicValue } from '../to-wire';

/** Imports one object, by id or by identity, though the protocol has room for several: of unknown state if deferred. After an error there is none. */
export const importResourceState = defineRpc({
  name: 'ImportResourceState',
  request: ImportResourceState_Request,
  response: ImportResourceState_Response,
  handle: async (server, { typeName, id, identity: wire }, signal) => {
    const identity = fromIdentity(server, typeName, wire);
    const { imported, deferred, diagnostics } = await server.importResourceState({ typeName, id, identity }, signal);
    return {
      importedResources: imported
        ? [
            {
              typeName: imported.typeName,
              state: toDynamicValue(imported.state, server.resourceType(imported.typeName)),
              private: imported.private,
              identity: toIdentity(server, imported.typeName, imported.identity),
            },
          ]
        : [],
      deferred: toDeferred(deferred),
      diagnostics: toDiagnostics(diagnostics),
    };
  },
  failed: (diagnostics) => ({ importedResources: [], diagnostics }),
});
