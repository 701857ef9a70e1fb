import { fromDynamicValue } from '../from-wire';
import { ValidateResourceConfig_Request, ValidateResourceConfig_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

export const validateResourceConfig = defineRpc({
  name: 'ValidateResourceConfig',
  request: ValidateResourceConfig_Request,
  response: ValidateResourceConfig_Response,
  handle: (server, { typeName, config: wire, clientCapabilities }) => {
    const config = fromDynamicValue(wire, server.resourceType(typeName));
    const writeOnlyAttributesAllowed = clientCapabilities?.writeOnlyAttributesAllowed ?? false;
    const { diagnostics } = server.validateResourceConfig({ typeName, config, writeOnlyAttributesAllowed });
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
