import { GetFunctions_Request, GetFunctions_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toFunctions } from '../to-wire';

/** The functions once more: OpenTofu asks for them alone. */
export const getFunctions = defineRpc({
  name: 'GetFunctions',
  request: GetFunctions_Request,
  response: GetFunctions_Response,
  handle: ({ functions }) => ({ functions: toFunctions(functions), diagnostics: [] }),
  failed: (diagnostics) => ({ functions: {}, diagnostics }),
});
