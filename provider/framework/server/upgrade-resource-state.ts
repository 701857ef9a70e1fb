import { DiagnosticError, Diagnostics } from '../diagnostic';
import { fromJson, parseJson } from '../json-value';
import type { AnyResource } from '../resource';
import { schemaType } from '../schema';
import { isObject, type ObjectValue } from '../value';
import type { UpgradeResourceStateRequest, UpgradeResourceStateResponse } from './messages';
import type { Target } from './operation';

/** Brings a stored state to the current schema. Called for every stored object in every command, also at equal version. */
export function upgradeResourceState<C>(
  { resource, typeName }: Target<C>,
  { version, json }: UpgradeResourceStateRequest,
): UpgradeResourceStateResponse {
  const diagnostics = new Diagnostics();
  try {
    if (json === undefined) {
      throw new DiagnosticError(
        'State too old',
        `The state of this ${typeName} was written before Terraform 0.12. Remove it from state (terraform state rm) and import it again.`,
      );
    }
    const stored = parseJson(json);
    if (stored === null) return { state: null, diagnostics: [] };
    if (!isObject(stored))
      throw new DiagnosticError('State not readable', `The state of this ${typeName} is not an object.`);
    const upgraded = upgrade(stored, Number(version), resource);
    return { state: fromJson(upgraded, schemaType(resource.schema)), diagnostics: [] };
  } catch (error) {
    if (error instanceof DiagnosticError) diagnostics.add(error.toDiagnostic());
    else {
      // What a parser says may quote the state, and with it a secret.
      const reason = error instanceof TypeError ? error.message : 'it is not JSON';
      diagnostics.error('State not readable', `The state of this ${typeName} does not fit its schema: ${reason}.`);
    }
    return { state: undefined, diagnostics: diagnostics.all };
  }
}

function upgrade<C>(stored: ObjectValue, version: number, { schema, stateUpgraders }: AnyResource<C>): ObjectValue {
  let state = stored;
  for (let at = version; at < (schema.version ?? 0); at++) {
    const step = stateUpgraders?.[at];
    if (!step)
      throw new DiagnosticError(
        'State too old',
        `There is no way from version ${at} of this state to version ${schema.version}.`,
      );
    state = step(state);
  }
  return state;
}
