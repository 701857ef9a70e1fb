import type { AnyAction } from '../action';
import type { Diagnostic } from '../diagnostic';
import { schemaType } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import { isObject } from '../values/value';
import { inCall } from './forgotten';
import type { BlockRequest } from './messages';
import { type Called, handling, judgeForgotten, reportError, type Target } from './operation';
import { validateToInvoke } from './plan-action';

/** An event of a running action: any number of `progress`, then one `completed`. */
export type ActionEvent =
  | { readonly progress: string; readonly completed?: never }
  | { readonly completed: readonly Diagnostic[]; readonly progress?: never };

/** Runs an action, if its configuration is valid and known (F7). Yields messages, then one event with all diagnostics. Ends even if nobody reads. */
export async function* invokeAction<C>(
  target: Target<C, AnyAction<C>> & Called,
  { config }: BlockRequest,
): AsyncGenerator<ActionEvent> {
  const diagnostics = validateToInvoke(target, config);
  if (diagnostics.hasErrors || !isObject(config)) {
    yield { completed: diagnostics.all };
    return;
  }
  const messages: string[] = [];
  let wake = () => {};
  const run = async () => {
    try {
      const { schema } = target.definition;
      const timed = { attributes: schema.attributes, operation: 'invoke', values: config } as const;
      const given = handling(target, diagnostics, new Uint8Array(), timed);
      const progress = (message: string) => {
        messages.push(message);
        wake();
      };
      const request = { ...given, config: toDoubles(config, schemaType(schema)), progress };
      await target.call.settle(inCall(target.call, () => target.definition.invoke(request)));
      await judgeForgotten(target, diagnostics, 'run action');
    } catch (error) {
      reportError(target, diagnostics, error, 'run action');
    }
  };
  let running = true;
  const ended = run().finally(() => {
    running = false;
    wake();
  });
  while (running || messages.length > 0) {
    if (messages.length > 0) yield { progress: messages.shift() ?? '' };
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  await ended;
  yield { completed: diagnostics.all };
}
