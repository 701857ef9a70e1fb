import { Diagnostics } from '../diagnostic';
import { nullObject } from '../schema';
import type { ImportResourceStateRequest, ImportResourceStateResponse } from './messages';
import { handling, reportError, type Target } from './operation';

/** Starts the state of an object that exists; Terraform reads the rest right after. */
export async function importResourceState<C>(
  target: Target<C>,
  { id }: ImportResourceStateRequest,
): Promise<ImportResourceStateResponse> {
  const diagnostics = new Diagnostics();
  try {
    const given = handling(target, diagnostics, new Uint8Array());
    const known = await target.resource.importState({ ...given, id });
    const state = { ...nullObject(target.resource.schema.attributes), ...known };
    const imported = { typeName: target.typeName, state, private: given.privateState.toBytes() };
    return { imported, diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'import');
    return { imported: undefined, diagnostics: diagnostics.all };
  }
}
