import { Diagnostics } from '../diagnostic';
import { identityOf } from '../identity';
import { markUnknown } from '../import-marks';
import { UNKNOWN } from '../value';
import { importedState } from './imported-state';
import type { ImportResourceStateRequest, ImportResourceStateResponse } from './messages';
import { bytesOf, type Called, fitting, handling, reportError, type Target } from './operation';

/**
 * Begins the state of an existing object, named by import id or identity. Terraform calls ReadResource for the rest right after, which also
 * finds that there is no such object. Marks what stays null in private state (`unknownAfterImport`). Errors are in the response.
 */
export async function importResourceState<C>(
  target: Target<C> & Called,
  request: ImportResourceStateRequest,
): Promise<ImportResourceStateResponse> {
  const diagnostics = new Diagnostics();
  const { resource } = target;
  if (target.configuration.defers) {
    const imported = { typeName: target.typeName, state: UNKNOWN, private: new Uint8Array(), identity: undefined };
    return { imported, deferred: true, diagnostics: [] };
  }
  try {
    const given = handling(target, diagnostics, new Uint8Array());
    const named = await target.call.settle(importedState(resource, given, request));
    const checked = { ...target, kind: resource, diagnostics, operation: 'import', end: 'Nothing was imported.' };
    const state = fitting(checked, named);
    if (!state) return { imported: undefined, diagnostics: diagnostics.all };
    markUnknown(resource.schema.attributes, state, given.privateState);
    const identity = identityOf(resource, state);
    const imported = { typeName: target.typeName, state, private: bytesOf(checked, given.privateState), identity };
    return { imported, diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'import');
    return { imported: undefined, diagnostics: diagnostics.all };
  }
}
