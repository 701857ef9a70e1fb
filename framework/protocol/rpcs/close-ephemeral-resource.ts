import { CloseEphemeralResource_Request, CloseEphemeralResource_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

/** Closes the ephemeral resource with this private data. Takes no signal, because a cancelled call must close it, too. */
export const closeEphemeralResource = defineRpc({
  name: 'CloseEphemeralResource',
  request: CloseEphemeralResource_Request,
  response: CloseEphemeralResource_Response,
  handle: async (server, { typeName, private: bytes = new Uint8Array() }) => {
    const { diagnostics } = await server.closeEphemeralResource({ typeName, private: bytes });
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
