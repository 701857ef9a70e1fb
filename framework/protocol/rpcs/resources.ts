/* The RPCs of resources, but for the check of their configuration. */

import { fromDynamicValue, fromRawState } from '../from-wire';
import * as wire from '../generated/tfplugin6';
import { fromIdentity, toIdentity } from '../identity';
import { defineRpc } from '../rpc';
import { toAttributePath, toDeferred, toDiagnostics, toDynamicValue } from '../to-wire';

/** Upgrades a stored state; hosts ask for every object, whatever the version of its state. After an error there is no state. */
export const upgradeResourceState = defineRpc({
  name: 'UpgradeResourceState',
  request: wire.UpgradeResourceState_Request,
  response: wire.UpgradeResourceState_Response,
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

/** Reads a stored identity of another version. Its attributes are null, without an error, if it does not fit the current one. */
export const upgradeResourceIdentity = defineRpc({
  name: 'UpgradeResourceIdentity',
  request: wire.UpgradeResourceIdentity_Request,
  response: wire.UpgradeResourceIdentity_Response,
  handle: (server, { typeName, version, rawIdentity }) => {
    const request = { typeName, version, json: fromRawState(rawIdentity) };
    const { identity, diagnostics } = server.upgradeResourceIdentity(request);
    return { upgradedIdentity: toIdentity(server, typeName, identity), diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});

const NOTHING = { targetPrivate: new Uint8Array() };

/** Moves a state from another resource type. Ignores the source's identity: the new one comes from the new state. After an error there is none. */
export const moveResourceState = defineRpc({
  name: 'MoveResourceState',
  request: wire.MoveResourceState_Request,
  response: wire.MoveResourceState_Response,
  handle: (server, request) => {
    const { targetTypeName: typeName } = request;
    const { moved, diagnostics } = server.moveResourceState({
      typeName,
      sourceTypeName: request.sourceTypeName,
      sourceProvider: request.sourceProviderAddress,
      sourceVersion: request.sourceSchemaVersion,
      json: fromRawState(request.sourceState),
      private: request.sourcePrivate,
    });
    if (!moved) return { ...NOTHING, diagnostics: toDiagnostics(diagnostics) };
    return {
      targetState: toDynamicValue(moved.state, server.resourceType(typeName)),
      targetPrivate: moved.private,
      targetIdentity: toIdentity(server, typeName, moved.identity),
      diagnostics: toDiagnostics(diagnostics),
    };
  },
  failed: (diagnostics) => ({ ...NOTHING, diagnostics }),
});

/** Imports one object, by id or by identity, though the protocol has room for several: of unknown state if deferred. After an error there is none. */
export const importResourceState = defineRpc({
  name: 'ImportResourceState',
  request: wire.ImportResourceState_Request,
  response: wire.ImportResourceState_Response,
  handle: async (server, { typeName, id, identity }, { signal }) => {
    const request = { typeName, id, identity: fromIdentity(server, typeName, identity) };
    const { imported, deferred, diagnostics } = await server.importResourceState(request, signal);
    const importedResources = (imported ? [imported] : []).map((one) => ({
      ...one,
      state: toDynamicValue(one.state, server.resourceType(typeName)),
      identity: toIdentity(server, typeName, one.identity),
    }));
    return { importedResources, deferred: toDeferred(deferred), diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ importedResources: [], diagnostics }),
});

/** Refreshes a state; null means that the object is gone. The new identity comes from the new state. After an exception everything stays. */
export const readResource = defineRpc({
  name: 'ReadResource',
  request: wire.ReadResource_Request,
  response: wire.ReadResource_Response,
  handle: async (server, { typeName, currentState, private: privateBytes }, { signal }) => {
    const type = server.resourceType(typeName);
    const state = fromDynamicValue(currentState, type);
    const response = await server.readResource({ typeName, state, private: privateBytes }, signal);
    return {
      newState: toDynamicValue(response.state, type),
      private: response.private,
      newIdentity: toIdentity(server, typeName, response.identity),
      deferred: toDeferred(response.deferred),
      diagnostics: toDiagnostics(response.diagnostics),
    };
  },
  failed: (diagnostics, request) => ({
    newState: request.currentState,
    private: request.private,
    newIdentity: request.currentIdentity,
    diagnostics,
  }),
});

/** Plans a change, or a destroy if nothing is proposed, without any request to the service. After an exception there is no plan, and the private state stays. */
export const planResourceChange = defineRpc({
  name: 'PlanResourceChange',
  request: wire.PlanResourceChange_Request,
  response: wire.PlanResourceChange_Response,
  handle: (server, { typeName, priorState, proposedNewState, config, priorPrivate }) => {
    const type = server.resourceType(typeName);
    const response = server.planResourceChange({
      typeName,
      prior: fromDynamicValue(priorState, type),
      proposed: fromDynamicValue(proposedNewState, type),
      config: fromDynamicValue(config, type),
      private: priorPrivate,
    });
    return {
      plannedState: toDynamicValue(response.planned, type),
      plannedPrivate: response.private,
      plannedIdentity: toIdentity(server, typeName, response.identity),
      requiresReplace: response.requiresReplace.map(toAttributePath),
      deferred: toDeferred(response.deferred),
      diagnostics: toDiagnostics(response.diagnostics),
      legacyTypeSystem: false,
    };
  },
  failed: (diagnostics, { priorPrivate }) => ({
    plannedPrivate: priorPrivate,
    requiresReplace: [],
    diagnostics,
    legacyTypeSystem: false,
  }),
});

/**
 * Applies a planned change: creates, updates or, if the planned state is null, deletes. An error of the handler comes with the last state
 * that it saved, else the prior one. After an exception, such as for a type that is not there, prior state and planned private state stay.
 */
export const applyResourceChange = defineRpc({
  name: 'ApplyResourceChange',
  request: wire.ApplyResourceChange_Request,
  response: wire.ApplyResourceChange_Response,
  handle: async (server, { typeName, priorState, plannedState, config, plannedPrivate }, { signal }) => {
    const type = server.resourceType(typeName);
    const change = {
      typeName,
      prior: fromDynamicValue(priorState, type),
      planned: fromDynamicValue(plannedState, type),
      config: fromDynamicValue(config, type),
      private: plannedPrivate,
    };
    const response = await server.applyResourceChange(change, signal);
    return {
      newState: toDynamicValue(response.state, type),
      private: response.private,
      newIdentity: toIdentity(server, typeName, response.identity),
      diagnostics: toDiagnostics(response.diagnostics),
      legacyTypeSystem: false,
    };
  },
  // So Terraform keeps an object that was there. The next read returns its identity.
  failed: (diagnostics, { priorState, plannedPrivate }) => ({
    newState: priorState,
    private: plannedPrivate,
    diagnostics,
    legacyTypeSystem: false,
  }),
});
