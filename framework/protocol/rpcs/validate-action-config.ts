import { fromDynamicValue } from '../from-wire';
import { ValidateActionConfig_Request, ValidateActionConfig_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

export const validateActionConfig = defineRpc({
  name: 'ValidateActionConfig',
  request: ValidateActionConfig_Request,
  response: ValidateActionConfig_Response,
  handle: (server, { typeName, config: wire }) => {
    const config = fromDynamicValue(wire, server.actionType(typeName));
    const { diagnostics } = server.validateActionConfig({ typeName, config });
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
