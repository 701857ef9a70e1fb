import { Diagnostics } from '../diagnostic';
import type { AnyEphemeralResource } from '../ephemeral-resource';
import type { Diagnosed } from './messages';
import { type Called, handling, reportError, type Target } from './operation';
import type { RunningCalls } from './running-calls';

export interface CloseEphemeralResourceRequest {
  readonly typeName: string;
  readonly private: Uint8Array;
}

export interface EphemeralTarget<C> extends Target<C, AnyEphemeralResource<C>>, Called {
  readonly calls: RunningCalls;
}

/**
 * Closes an ephemeral resource, even if interrupted, without a time limit. Until that succeeds, the end of the connection closes it, too, perhaps at
 * the same time. Never rejects.
 */
export async function closeEphemeralResource<C>(
  target: EphemeralTarget<C>,
  request: CloseEphemeralResourceRequest,
): Promise<Diagnosed> {
  const diagnostics = new Diagnostics();
  try {
    const given = handling(target, diagnostics, request.private);
    await target.call.settle(target.definition.close?.(given) ?? Promise.resolve());
    if (!diagnostics.hasErrors) target.calls.openEphemeralResources.closed(keyOf(request));
  } catch (error) {
    reportError(target, diagnostics, error, 'close ephemeral');
  }
  return { diagnostics: diagnostics.all };
}

/** The key of an open ephemeral resource in its connection: equal for two of one type with the same private state, which `close` cannot tell apart. */
export const keyOf = ({ typeName, private: bytes }: CloseEphemeralResourceRequest) =>
  `${typeName} ${new TextDecoder().decode(bytes)}`;
