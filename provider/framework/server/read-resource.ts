import { Diagnostics } from '../diagnostic';
import { isObject } from '../value';
import { writeOnlyToNull } from '../write-only';
import type { ReadResourceRequest, ReadResourceResponse } from './messages';
import { handling, reportError, type Target } from './operation';

/** Refreshes a state. While the provider's configuration is unknown, the state is handed back as it is (P18). */
export async function readResource<C>(target: Target<C>, request: ReadResourceRequest): Promise<ReadResourceResponse> {
  const diagnostics = new Diagnostics();
  const asIs = () => ({ state: request.state, private: request.private, diagnostics: diagnostics.all });
  if (!isObject(request.state) || target.configuration.client === undefined) return asIs();

  try {
    const given = handling(target, diagnostics, request.private);
    const state = await target.resource.read({ ...given, state: request.state });
    if (!state) return { state: null, private: new Uint8Array(), diagnostics: diagnostics.all };
    return {
      state: writeOnlyToNull(target.resource.schema.attributes, state),
      private: given.privateState.toBytes(),
      diagnostics: diagnostics.all,
    };
  } catch (error) {
    reportError(target, diagnostics, error, 'read');
    return asIs();
  }
}
