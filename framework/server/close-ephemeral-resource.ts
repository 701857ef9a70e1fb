import { Diagnostics } from '../diagnostic';
import type { CloseEphemeralResourceRequest, Diagnosed } from './messages';
import { type Called, type EphemeralTarget, handling, reportError } from './operation';

/** Closes an ephemeral resource. What could not be closed is tried once more when the connection ends. */
export async function closeEphemeralResource<C>(
  target: EphemeralTarget<C> & Called,
  request: CloseEphemeralResourceRequest,
): Promise<Diagnosed> {
  const diagnostics = new Diagnostics();
  try {
    await target.call.settle(target.ephemeralResource.close(handling(target, diagnostics, request.private)));
    target.configuration.openEphemeralResources.closed(keyOf(request));
  } catch (error) {
    reportError(target, diagnostics, error, 'close ephemeral');
  }
  return { diagnostics: diagnostics.all };
}

/** What tells an open ephemeral resource from all others of its connection. */
export const keyOf = ({ typeName, private: bytes }: CloseEphemeralResourceRequest) =>
  `${typeName} ${new TextDecoder().decode(bytes)}`;
