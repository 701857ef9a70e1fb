import { fromDynamicValue } from '../from-wire';
import { ReadDataSource_Request, ReadDataSource_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDeferred, toDiagnostics, toDynamicValue } from '../to-wire';

/** Reads a data source. After an exception there is no state. */
export const readDataSource = defineRpc({
  name: 'ReadDataSource',
  request: ReadDataSource_Request,
  response: ReadDataSource_Response,
  handle: async (server, { typeName, config: wire }, signal) => {
    const type = server.dataSourceType(typeName);
    const { state, deferred, diagnostics } = await server.readDataSource(
      { typeName, config: fromDynamicValue(wire, type) },
      signal,
    );
    return {
      state: state === undefined ? undefined : toDynamicValue(state, type),
      deferred: toDeferred(deferred),
      diagnostics: toDiagnostics(diagnostics),
    };
  },
  failed: (diagnostics) => ({ diagnostics }),
});
