import { fromDynamicValue } from '../from-wire';
import { ValidateDataResourceConfig_Request, ValidateDataResourceConfig_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

export const validateDataResourceConfig = defineRpc({
  name: 'ValidateDataResourceConfig',
  request: ValidateDataResourceConfig_Request,
  response: ValidateDataResourceConfig_Response,
  handle: (server, { typeName, config: wire }) => {
    const config = fromDynamicValue(wire, server.dataSourceType(typeName));
    const { diagnostics } = server.validateDataResourceConfig({ typeName, config });
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
