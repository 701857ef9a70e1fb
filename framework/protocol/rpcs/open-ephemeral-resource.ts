import { fromDynamicValue } from '../from-wire';
import { OpenEphemeralResource_Request, OpenEphemeralResource_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDeferred, toDiagnostics, toDynamicValue } from '../to-wire';

/**
 * Opens an ephemeral resource. After an exception there is no result. The response never has a time for a renewal, which this framework does
 * not support.
 */
export const openEphemeralResource = defineRpc({
  name: 'OpenEphemeralResource',
  request: OpenEphemeralResource_Request,
  response: OpenEphemeralResource_Response,
  handle: async (server, { typeName, config: wire }, signal) => {
    const type = server.ephemeralResourceType(typeName);
    const opened = await server.openEphemeralResource({ typeName, config: fromDynamicValue(wire, type) }, signal);
    return {
      result: opened.result === undefined ? undefined : toDynamicValue(opened.result, type),
      private: opened.private,
      deferred: toDeferred(opened.deferred),
      diagnostics: toDiagnostics(opened.diagnostics),
    };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
