import { fromDynamicValue } from '../from-wire';
import {
  ValidateEphemeralResourceConfig_Request,
  ValidateEphemeralResourceConfig_Response,
} from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

export const validateEphemeralResourceConfig = defineRpc({
  name: 'ValidateEphemeralResourceConfig',
  request: ValidateEphemeralResourceConfig_Request,
  response: ValidateEphemeralResourceConfig_Response,
  handle: (server, { typeName, config: wire }) => {
    const config = fromDynamicValue(wire, server.ephemeralResourceType(typeName));
    const { diagnostics } = server.validateEphemeralResourceConfig({ typeName, config });
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
