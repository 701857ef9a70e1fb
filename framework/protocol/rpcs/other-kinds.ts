/* The RPCs of data sources, ephemeral resources, list resources and actions, but for the check of their configuration. */

import { printable, shortened, textOf } from '../../failure';
import type { ActionEvent } from '../../server/invoke-action';
import { fromDynamicValue } from '../from-wire';
import * as wire from '../generated/tfplugin6';
import { toIdentity } from '../identity';
import { defineRpc, defineStreamRpc } from '../rpc';
import { toDeferred, toDiagnostics, toDynamicValue } from '../to-wire';

/** Reads a data source. After an exception there is no state. */
export const readDataSource = defineRpc({
  name: 'ReadDataSource',
  request: wire.ReadDataSource_Request,
  response: wire.ReadDataSource_Response,
  handle: async (server, { typeName, config }, { signal }) => {
    const type = server.dataSourceType(typeName);
    const request = { typeName, config: fromDynamicValue(config, type) };
    const { state, deferred, diagnostics } = await server.readDataSource(request, signal);
    return {
      state: state === undefined ? undefined : toDynamicValue(state, type),
      deferred: toDeferred(deferred),
      diagnostics: toDiagnostics(diagnostics),
    };
  },
  failed: (diagnostics) => ({ diagnostics }),
});

/** Opens an ephemeral resource. After an exception there is no result. The response never has a time for a renewal, which is not supported. */
export const openEphemeralResource = defineRpc({
  name: 'OpenEphemeralResource',
  request: wire.OpenEphemeralResource_Request,
  response: wire.OpenEphemeralResource_Response,
  handle: async (server, { typeName, config }, { signal }) => {
    const type = server.ephemeralResourceType(typeName);
    const opened = await server.openEphemeralResource({ typeName, config: fromDynamicValue(config, type) }, signal);
    return {
      result: opened.result === undefined ? undefined : toDynamicValue(opened.result, type),
      private: opened.private,
      deferred: toDeferred(opened.deferred),
      diagnostics: toDiagnostics(opened.diagnostics),
    };
  },
  failed: (diagnostics) => ({ diagnostics }),
});

/** Closes the ephemeral resource with this private data. Takes no signal, because a cancelled call must close it, too. */
export const closeEphemeralResource = defineRpc({
  name: 'CloseEphemeralResource',
  request: wire.CloseEphemeralResource_Request,
  response: wire.CloseEphemeralResource_Response,
  handle: async (server, { typeName, private: bytes = new Uint8Array() }) => {
    const { diagnostics } = await server.closeEphemeralResource({ typeName, private: bytes });
    return { diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});

/** Lists objects, one in each event, at most `limit` unless that is 0. An event may have diagnostics only, such as the last one after an exception. */
export const listResource = defineStreamRpc({
  name: 'ListResource',
  request: wire.ListResource_Request,
  response: wire.ListResource_Event,
  async *handle(server, { typeName, config, includeResourceObject: includeResource, limit }, signal) {
    const filters = fromDynamicValue(config, server.listResourceType(typeName));
    const type = server.resourceType(typeName);
    const request = { typeName, config: filters, includeResource, limit: Number(limit) };
    for await (const { identity, displayName, state, diagnostics } of server.listResource(request, signal)) {
      yield {
        identity: toIdentity(server, typeName, identity),
        displayName: printable(textOf(displayName)),
        resourceObject: state === undefined ? undefined : toDynamicValue(state, type),
        diagnostic: toDiagnostics(diagnostics),
      };
    }
  },
  failed: (diagnostic) => ({ displayName: '', diagnostic }),
});

/** Plans an action: checks its configuration, which may be unknown in part, and changes nothing. It may be deferred. */
export const planAction = defineRpc({
  name: 'PlanAction',
  request: wire.PlanAction_Request,
  response: wire.PlanAction_Response,
  handle: (server, { actionType: typeName, config }) => {
    const request = { typeName, config: fromDynamicValue(config, server.actionType(typeName)) };
    const { deferred, diagnostics } = server.planAction(request);
    return { deferred: toDeferred(deferred), diagnostics: toDiagnostics(diagnostics) };
  },
  failed: (diagnostics) => ({ diagnostics }),
});

/** Runs an action: its messages as they come, then one `completed`, which alone tells of a failure. */
export const invokeAction = defineStreamRpc({
  name: 'InvokeAction',
  request: wire.InvokeAction_Request,
  response: wire.InvokeAction_Event,
  async *handle(server, { actionType: typeName, config }, signal) {
    const request = { typeName, config: fromDynamicValue(config, server.actionType(typeName)) };
    for await (const event of server.invokeAction(request, signal)) yield toEvent(event);
  },
  // Without this event the stream would count as a success.
  failed: (diagnostics): wire.InvokeAction_Event => ({ type: { $case: 'completed', value: { diagnostics } } }),
});

function toEvent({ progress, completed }: ActionEvent): wire.InvokeAction_Event {
  if (completed) return { type: { $case: 'completed', value: { diagnostics: toDiagnostics(completed) } } };
  return { type: { $case: 'progress', value: { message: shortened(printable(textOf(progress))) } } };
}
