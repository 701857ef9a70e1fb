import { printable, shortened, textOf } from '../../failure';
import type { ActionEvent } from '../../server/messages';
import { fromDynamicValue } from '../from-wire';
import { InvokeAction_Event, InvokeAction_Request } from '../generated/tfplugin6';
import { defineStreamRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

/** Runs an action: its messages as they come, then one `completed`, which alone tells of a failure. */
export const invokeAction = defineStreamRpc({
  name: 'InvokeAction',
  request: InvokeAction_Request,
  response: InvokeAction_Event,
  async *handle(server, { actionType: typeName, config: wire }, signal) {
    const config = fromDynamicValue(wire, server.actionType(typeName));
    for await (const event of server.invokeAction({ typeName, config }, signal)) yield toEvent(event);
  },
  // Without this event the stream would count as a success.
  failed: (diagnostics): InvokeAction_Event => ({ type: { $case: 'completed', value: { diagnostics } } }),
});

function toEvent({ progress, completed }: ActionEvent): InvokeAction_Event {
  if (completed) return { type: { $case: 'completed', value: { diagnostics: toDiagnostics(completed) } } };
  return { type: { $case: 'progress', value: { message: shortened(printable(textOf(progress))) } } };
}
