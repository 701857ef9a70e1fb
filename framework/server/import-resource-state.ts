import { Diagnostics } from '../diagnostic';
import { markImported, markUnknown } from '../plan/import-marks';
import { identityOf } from '../schema/identity';
import type { Value } from '../values/value';
import { UNKNOWN } from '../values/value';
import { importedState } from './imported-state';
import type { Deferrable, Diagnosed, Identified } from './messages';
import { bytesOf, type Called, fitting, handling, reportError, type Target } from './operation';

export interface ImportResourceStateRequest {
  readonly typeName: string;
  /** The import id; empty if an identity is given. */
  readonly id: string;
  /** The identity; null if an id is given. */
  readonly identity: Value;
}

export interface ImportResourceStateResponse extends Diagnosed, Deferrable {
  /** Undefined after an error. After a deferral its state is unknown. */
  readonly imported: ImportedResource | undefined;
}

interface ImportedResource extends Identified {
  readonly typeName: string;
  readonly state: Value;
  readonly private: Uint8Array;
}

/**
 * Begins the state of an existing object, named by import id or identity; the read that follows tells the rest, or that there is none. Marks in
 * private state that it is to come, and what is unknown after an import. Errors are in the response, which then has no object.
 */
export async function importResourceState<C>(
  target: Target<C> & Called,
  request: ImportResourceStateRequest,
): Promise<ImportResourceStateResponse> {
  const diagnostics = new Diagnostics();
  const { definition: resource } = target;
  if (target.configuration.defers) {
    const imported = { typeName: target.typeName, state: UNKNOWN, private: new Uint8Array(), identity: undefined };
    return { imported, deferred: true, diagnostics: [] };
  }
  try {
    const given = handling(target, diagnostics, new Uint8Array());
    const named = await target.call.settle(importedState(resource, given, request));
    const checked = { ...target, diagnostics, operation: 'import', end: 'Nothing was imported.' };
    const state = fitting(checked, named);
    if (resource.identity && !resource.mutableIdentity) markImported(given.privateState);
    if (state) markUnknown(resource.schema.attributes, state, given.privateState);
    const bytes = bytesOf(checked, given.privateState);
    if (!state || diagnostics.hasErrors) return { imported: undefined, diagnostics: diagnostics.all };
    const imported = { typeName: target.typeName, state, private: bytes, identity: identityOf(resource, state) };
    return { imported, diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'import');
    return { imported: undefined, diagnostics: diagnostics.all };
  }
}
