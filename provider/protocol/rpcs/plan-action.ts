import { PlanAction_Request, PlanAction_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';

/** Nothing that an action does can be told before: its configuration has been validated, and nothing is deferred. */
export const planAction = defineRpc({
  name: 'PlanAction',
  request: PlanAction_Request,
  response: PlanAction_Response,
  handle: () => ({ diagnostics: [] }),
  failed: (diagnostics) => ({ diagnostics }),
});
