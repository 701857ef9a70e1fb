import { fromDynamicValue } from '../from-wire';
import { ReadResource_Request, ReadResource_Response } from '../generated/tfplugin6';
import { toIdentity } from '../identity';
import { defineRpc } from '../rpc';
import { toDeferred, toDiagnostics, toDynamicValue } from '../to-wire';

/** Refreshes a state; null means that the object is gone. The new identity comes from the new state. After an exception everything stays. */
export const readResource = defineRpc({
  name: 'ReadResource',
  request: ReadResource_Request,
  response: ReadResource_Response,
  handle: async (server, { typeName, currentState, private: privateBytes }, signal) => {
    const type = server.resourceType(typeName);
    const state = fromDynamicValue(currentState, type);
    const response = await server.readResource({ typeName, state, private: privateBytes }, signal);
    return {
      newState: toDynamicValue(response.state, type),
      private: response.private,
      newIdentity: toIdentity(server, typeName, response.identity),
      deferred: toDeferred(response.deferred),
      diagnostics: toDiagnostics(response.diagnostics),
    };
  },
  failed: (diagnostics, request) => ({
    newState: request.currentState,
    private: request.private,
    newIdentity: request.currentIdentity,
    diagnostics,
  }),
});
