import { Diagnostics } from '../diagnostic';
import { endImport, endMarks } from '../plan/import-marks';
import { keepMeaning } from '../plan/same-meaning';
import { gone } from '../resource';
import { identityOf } from '../schema/identity';
import { schemaType } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import { isObject, type ObjectValue, type Value } from '../values/value';
import type { Deferrable, Diagnosed, Identified } from './messages';
import {
  bytesOf,
  type Called,
  fitting,
  handling,
  judgeForgotten,
  reportError,
  reportOtherIdentity,
  requireIdentity,
  requireResult,
  type Target,
} from './operation';

export interface ReadResourceRequest {
  readonly typeName: string;
  readonly state: Value;
  readonly private: Uint8Array;
}

export interface ReadResourceResponse extends Diagnosed, Deferrable, Identified {
  /** Null if the object is gone. The state of the request if it could not be read, and while the configuration is unknown or not set. */
  readonly state: Value;
  readonly private: Uint8Array;
}

/**
 * Refreshes a state. It stays as it is, with its private state, while the provider is not configured (F2); and with an error, if the handler fails,
 * or returns what does not fit, or, but for the first read after an import, another identity. Never rejects.
 */
export async function readResource<C>(
  target: Target<C> & Called,
  request: ReadResourceRequest,
): Promise<ReadResourceResponse> {
  const diagnostics = new Diagnostics();
  const { definition: resource } = target;
  const response = (state: Value, bytes: Uint8Array) => ({
    state,
    private: bytes,
    identity: identityOf(resource, state),
    diagnostics: diagnostics.all,
  });
  const asIs = () => response(request.state, request.private);
  if (target.configuration.defers) return { ...asIs(), deferred: true };
  if (!isObject(request.state) || !target.configuration.isReady) return asIs();

  try {
    const timed = { attributes: resource.schema.attributes, operation: 'read', values: request.state } as const;
    const given = handling(target, diagnostics, request.private, timed);
    requireIdentity(target, request.state);
    const found = await target.call.settle(
      resource.read({ ...given, state: toDoubles(request.state, schemaType(resource.schema)) }),
    );
    await judgeForgotten(target, diagnostics, 'read');
    if (found === gone) return diagnostics.hasErrors ? asIs() : response(null, new Uint8Array());
    if (diagnostics.hasErrors && !found) return asIs();
    requireResult(target, found);
    const checked = { ...target, diagnostics, operation: 'read', end: 'The state stays as it was.' };
    const fitted = fitting(checked, found as ObjectValue, request.state);
    if (!fitted) return asIs();
    const state = keepMeaning(resource.schema.attributes, fitted, request.state);
    if (!endImport(given.privateState) && reportOtherIdentity(checked, request.state, state)) return asIs();
    endMarks(resource.schema.attributes, state, given.privateState);
    return response(state, bytesOf(checked, given.privateState));
  } catch (error) {
    reportError(target, diagnostics, error, 'read');
    return asIs();
  }
}
