import { GetFunctions_Request, GetFunctions_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toFunctions } from '../to-wire';

/** Returns the functions alone, which OpenTofu requests. The response to GetProviderSchema has them, too. */
export const getFunctions = defineRpc({
  name: 'GetFunctions',
  request: GetFunctions_Request,
  response: GetFunctions_Response,
  handle: ({ functions }) => ({ functions: toFunctions(functions), diagnostics: [] }),
  failed: (diagnostics) => ({ functions: {}, diagnostics }),
});
