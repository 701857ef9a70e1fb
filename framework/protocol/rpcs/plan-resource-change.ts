import { fromDynamicValue } from '../from-wire';
import { PlanResourceChange_Request, PlanResourceChange_Response } from '../generated/tfplugin6';
import { toIdentity } from '../identity';
import { defineRpc } from '../rpc';
import { toAttributePath, toDeferred, toDiagnostics, toDynamicValue } from '../to-wire';

/** Plans a change, or a destroy if nothing is proposed, without any request to the service. After an exception there is no plan, and the private state stays. */
export const planResourceChange = defineRpc({
  name: 'PlanResourceChange',
  request: PlanResourceChange_Request,
  response: PlanResourceChange_Response,
  handle: (server, { typeName, priorState, proposedNewState, config, priorPrivate }) => {
    const type = server.resourceType(typeName);
    const response = server.planResourceChange({
      typeName,
      prior: fromDynamicValue(priorState, type),
      proposed: fromDynamicValue(proposedNewState, type),
      config: fromDynamicValue(config, type),
      private: priorPrivate,
    });
    return {
      plannedState: toDynamicValue(response.planned, type),
      plannedPrivate: response.private,
      plannedIdentity: toIdentity(server, typeName, response.identity),
      requiresReplace: response.requiresReplace.map(toAttributePath),
      deferred: toDeferred(response.deferred),
      diagnostics: toDiagnostics(response.diagnostics),
      legacyTypeSystem: false,
    };
  },
  failed: (diagnostics, { priorPrivate }) => ({
    plannedPrivate: priorPrivate,
    requiresReplace: [],
    diagnostics,
    legacyTypeSystem: false,
  }),
});
