import { GetFunctions_Request, GetFunctions_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';

/** There are no functions. OpenTofu asks all the same. */
export const getFunctions = defineRpc({
  name: 'GetFunctions',
  request: GetFunctions_Request,
  response: GetFunctions_Response,
  handle: () => ({ functions: {}, diagnostics: [] }),
  failed: (diagnostics) => ({ functions: {}, diagnostics }),
});
