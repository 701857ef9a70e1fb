import { DiagnosticError, Diagnostics } from '../diagnostic';
import { identityOf } from '../identity';
import { markUnknown } from '../import-marks';
import { nullObject } from '../schema';
import { isObject, type ObjectValue, UNKNOWN, type Value } from '../value';
import type { ImportResourceStateRequest, ImportResourceStateResponse } from './messages';
import { type Called, handling, reportError, type Target } from './operation';

/** Begins the state of an existing object, named by import id or identity. Terraform calls ReadResource for the rest right after. */
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
    const wanted = idIn(resource.identity, request.identity);
    const known = await target.call.settle(resource.importState({ ...given, id: wanted ?? request.id }));
    const state = { ...nullObject(resource.schema.attributes), ...known } as ObjectValue;
    markUnknown(resource.schema.attributes, state, given.privateState);
    const identity = identityOf(resource, state);
    // An import id may name an object in several ways, but an identity must match exactly.
    if (wanted !== undefined && idIn(resource.identity, identity ?? null) !== wanted) throw noSuchIdentity(wanted);
    const imported = { typeName: target.typeName, state, private: given.privateState.toBytes(), identity };
    return { imported, diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'import');
    return { imported: undefined, diagnostics: diagnostics.all };
  }
}

function idIn(name: string | undefined, identity: Value): string | undefined {
  if (name === undefined || !isObject(identity)) return undefined;
  return String(identity[name] ?? '');
}

const noSuchIdentity = (id: string) =>
  new DiagnosticError(
    'No such identity',
    `${JSON.stringify(id)} in identity is not the exact id of an object, and an identity must be one. To name the object in another way, ` +
      `give the import block id = ${JSON.stringify(id)} instead of identity.`,
  );
