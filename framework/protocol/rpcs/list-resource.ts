import { printable, textOf } from '../../failure';
import { fromDynamicValue } from '../from-wire';
import { ListResource_Event, ListResource_Request } from '../generated/tfplugin6';
import { toIdentity } from '../identity';
import { defineStreamRpc } from '../rpc';
import { toDiagnostics, toDynamicValue } from '../to-wire';

/**
 * Lists objects, one in each event, at most `limit` of them unless that is 0; an event may have diagnostics only. An exception becomes the last
 * event, without an object, unless the call was cancelled.
 */
export const listResource = defineStreamRpc({
  name: 'ListResource',
  request: ListResource_Request,
  response: ListResource_Event,
  async *handle(server, { typeName, config: wire, includeResourceObject: includeResource, limit }, signal) {
    const config = fromDynamicValue(wire, server.listResourceType(typeName));
    const type = server.resourceType(typeName);
    const request = { typeName, config, includeResource, limit: Number(limit) };
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
