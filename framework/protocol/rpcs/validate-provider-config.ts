import { fromDynamicValue } from '../from-wire';
import { ValidateProviderConfig_Request, ValidateProviderConfig_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

export const validateProviderConfig = defineRpc({
  name: 'ValidateProviderConfig',
  request: ValidateProviderConfig_Request,
  response: ValidateProviderConfig_Response,
  handle: (server, request) => {
    const config = fromDynamicValue(request.config, server.configType);
    return { diagnostics: toDiagnostics(server.validateProviderConfig({ config }).diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
