import { fromDynamicValue } from '../from-wire';
import { ConfigureProvider_Request, ConfigureProvider_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

/**
 * Configures the provider of this connection; a later request replaces the configuration. Only this request says reliably whether operations may be
 * deferred.
 */
export const configureProvider = defineRpc({
  name: 'ConfigureProvider',
  request: ConfigureProvider_Request,
  response: ConfigureProvider_Response,
  handle: async (server, { terraformVersion, config: wire, clientCapabilities }) => {
    const config = fromDynamicValue(wire, server.configType);
    const deferralAllowed = clientCapabilities?.deferralAllowed ?? false;
    const { diagnostics } = await server.configureProvider({ config, terraformVersion, deferralAllowed });
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
