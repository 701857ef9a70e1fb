import { fromDynamicValue } from '../from-wire';
import { ApplyResourceChange_Request, ApplyResourceChange_Response } from '../generated/tfplugin6';
import { toIdentity } from '../identity';
import { defineRpc } from '../rpc';
import { toDiagnostics, toDynamicValue } from '../to-wire';

/**
 * Applies a planned change: creates, updates or, if the planned state is null, deletes. An error of the handler comes with the last state
 * that it saved, else the prior one. After an exception, such as for a type that is not there, prior state and planned private state stay.
 */
export const applyResourceChange = defineRpc({
  name: 'ApplyResourceChange',
  request: ApplyResourceChange_Request,
  response: ApplyResourceChange_Response,
  handle: async (server, { typeName, priorState, plannedState, config, plannedPrivate }, signal) => {
    const type = server.resourceType(typeName);
    const change = {
      typeName,
      prior: fromDynamicValue(priorState, type),
      planned: fromDynamicValue(plannedState, type),
      config: fromDynamicValue(config, type),
      private: plannedPrivate,
    };
    const response = await server.applyResourceChange(change, signal);
    return {
      newState: toDynamicValue(response.state, type),
      private: response.private,
      newIdentity: toIdentity(server, typeName, response.identity),
      diagnostics: toDiagnostics(response.diagnostics),
      legacyTypeSystem: false,
    };
  },
  // So Terraform keeps an object that was there. The next read returns its identity.
  failed: (diagnostics, { priorState, plannedPrivate }) => ({
    newState: priorState,
    private: plannedPrivate,
    diagnostics,
    legacyTypeSystem: false,
  }),
});
