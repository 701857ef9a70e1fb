import { fromDynamicValue } from '../from-wire';
import { ValidateListResourceConfig_Request, ValidateListResourceConfig_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

export const validateListResourceConfig = defineRpc({
  name: 'ValidateListResourceConfig',
  request: ValidateListResourceConfig_Request,
  response: ValidateListResourceConfig_Response,
  handle: (server, { typeName, config: wire }) => {
    const config = fromDynamicValue(wire, server.listResourceType(typeName));
    const { diagnostics } = server.validateListResourceConfig({ typeName, config });
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
