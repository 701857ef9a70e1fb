import { fromRawState } from '../from-wire';
import { UpgradeResourceState_Request, UpgradeResourceState_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics, toDynamicValue } from '../to-wire';

/** Upgrades a stored state; hosts ask for every object, whatever the version of its state. After an error there is no state. */
export const upgradeResourceState = defineRpc({
  name: 'UpgradeResourceState',
  request: UpgradeResourceState_Request,
  response: UpgradeResourceState_Response,
  handle: (server, { typeName, version, rawState }) => {
    const type = server.resourceType(typeName);
    const { state, diagnostics } = server.upgradeResourceState({ typeName, version, json: fromRawState(rawState) });
    return {
      upgradedState: state === undefined ? undefined : toDynamicValue(state, type),
      diagnostics: toDiagnostics(diagnostics),
    };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
