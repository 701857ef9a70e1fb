import { fromRawState } from '../from-wire';
import { MoveResourceState_Request, MoveResourceState_Response } from '../generated/tfplugin6';
import { toIdentity } from '../identity';
import { defineRpc } from '../rpc';
import { toDiagnostics, toDynamicValue } from '../to-wire';

const NOTHING = { targetPrivate: new Uint8Array() };

/**
 * Moves a state from another resource type. Ignores the source's identity: the new one comes from the new state. After an error there is no state.
 */
export const moveResourceState = defineRpc({
  name: 'MoveResourceState',
  request: MoveResourceState_Request,
  response: MoveResourceState_Response,
  handle: (server, request) => {
    const { targetTypeName: typeName } = request;
    const { moved, diagnostics } = server.moveResourceState({
      typeName,
      sourceTypeName: request.sourceTypeName,
      sourceProvider: request.sourceProviderAddress,
      sourceVersion: request.sourceSchemaVersion,
      json: fromRawState(request.sourceState),
      private: request.sourcePrivate,
    });
    if (!moved) return { ...NOTHING, diagnostics: toDiagnostics(diagnostics) };
    return {
      targetState: toDynamicValue(moved.state, server.resourceType(typeName)),
      targetPrivate: moved.private,
      targetIdentity: toIdentity(server, typeName, moved.identity),
      diagnostics: toDiagnostics(diagnostics),
    };
  },
  failed: (diagnostics) => ({ ...NOTHING, diagnostics }),
});
