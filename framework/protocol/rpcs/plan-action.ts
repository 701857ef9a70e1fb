import { fromDynamicValue } from '../from-wire';
import { PlanAction_Request, PlanAction_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDeferred, toDiagnostics } from '../to-wire';

/** Plans an action: checks its configuration, which may be unknown in part, and changes nothing. It may be deferred. */
export const planAction = defineRpc({
  name: 'PlanAction',
  request: PlanAction_Request,
  response: PlanAction_Response,
  handle: (server, { actionType: typeName, config: wire }) => {
    const config = fromDynamicValue(wire, server.actionType(typeName));
    const { deferred, diagnostics } = server.planAction({ typeName, config });
    return { deferred: toDeferred(deferred), diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
