import { Diagnostics } from '../diagnostic';
import type { CloseEphemeralResourceRequest, Diagnosed } from './messages';
import { type Called, type EphemeralTarget, handling, reportError } from './operation';

/** Closes an ephemeral resource. After a failure the end of the connection tries once more. */
export async function closeEphemeralResource<C>(
  target: EphemeralTarget<C> & Called,
  request: CloseEphemeralResourceRequest,
): Promise<Diagnosed> {
  const diagnostics = new Diagnostics();
  try {
    await target.call.settle(target.ephemeralResource.close(handling(target, diagnostics, request.private)));
    target.calls.openEphemeralResources.closed(keyOf(request));
  } catch (error) {
    reportError(target, diagnostics, error, 'close ephemeral');
  }
  return { diagnostics: diagnostics.all };
}

/** The key of an open ephemeral resource, unique in its connection. */
export const keyOf = ({ typeName, private: bytes }: CloseEphemeralResourceRequest) =>
  `${typeName} ${new TextDecoder().decode(bytes)}`;
