import { Diagnostics } from '../diagnostic';
import { unlimited } from '../timeouts';
import type { CloseEphemeralResourceRequest, Diagnosed } from './messages';
import { type Called, type EphemeralTarget, handling, reportError } from './operation';

/** Closes an ephemeral resource. What could not be closed is tried once more when the connection ends. */
export async function closeEphemeralResource<C>(
  target: EphemeralTarget<C> & Called,
  request: CloseEphemeralResourceRequest,
): Promise<Diagnosed> {
  const diagnostics = new Diagnostics();
  try {
    // An interruption is a reason to close, not to leave it.
    const { signal } = new AbortController();
    const timeLimit = unlimited(target.call.beganMs, signal);
    const given = { ...handling(target, diagnostics, request.private), signal, timeLimit };
    await target.call.settle(target.ephemeralResource.close(given));
    target.configuration.openEphemeralResources.closed(keyOf(request));
  } catch (error) {
    reportError(target, diagnostics, error, 'close ephemeral');
  }
  return { diagnostics: diagnostics.all };
}

/** What tells an open ephemeral resource from all others of its connection. */
export const keyOf = ({ typeName, private: bytes }: CloseEphemeralResourceRequest) =>
  `${typeName} ${new TextDecoder().decode(bytes)}`;
