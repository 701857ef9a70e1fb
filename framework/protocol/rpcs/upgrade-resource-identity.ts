import { fromRawState } from '../from-wire';
import { UpgradeResourceIdentity_Request, UpgradeResourceIdentity_Response } from '../generated/tfplugin6';
import { toIdentity } from '../identity';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

/** Reads a stored identity of another version. Its attributes are null, without an error, if it does not fit the current one. */
export const upgradeResourceIdentity = defineRpc({
  name: 'UpgradeResourceIdentity',
  request: UpgradeResourceIdentity_Request,
  response: UpgradeResourceIdentity_Response,
  handle: (server, { typeName, version, rawIdentity }) => {
    const { identity, diagnostics } = server.upgradeResourceIdentity({
      typeName,
      version,
      json: fromRawState(rawIdentity),
    });
    return { upgradedIdentity: toIdentity(server, typeName, identity), diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
