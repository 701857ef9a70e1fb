import { DiagnosticError, Diagnostics, requireSynchronous } from '../diagnostic';
import { shownPath } from '../schema/fit-state-to-schema';
import { type Schema, schemaType } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import { fromJson, parseJson } from '../values/json-value';
import type { Path } from '../values/path';
import type { Value } from '../values/value';
import { isObject, type ObjectValue } from '../values/value';
import type { Diagnosed } from './messages';
import { fitting, reportError, type Target } from './operation';

export interface UpgradeResourceStateRequest {
  readonly typeName: string;
  /** The version in which the state was written; 0 or more. */
  readonly version: bigint;
  /** The state as JSON text; undefined for a state from before Terraform 0.12, which is an error. */
  readonly json: string | undefined;
}

export interface UpgradeResourceStateResponse extends Diagnosed {
  /** Undefined after an error. */
  readonly state: Value | undefined;
}

/** Upgrades a stored state, even a current one, to the schema: drops what that lacks; what is missing is null. Errors are in the response. */
export function upgradeResourceState<C>(
  target: Target<C>,
  { version, json }: UpgradeResourceStateRequest,
): UpgradeResourceStateResponse {
  const diagnostics = new Diagnostics();
  const { typeName } = target;
  const { schema, stateUpgraders } = target.definition;
  try {
    if (json === undefined) {
      throw new DiagnosticError(
        'State too old',
        `The state of this ${typeName} was written before Terraform 0.12. Remove it from state (terraform state rm) and import it again.`,
      );
    }
    if (version >= (schema.version ?? 0)) return { state: read(json, schema, typeName), diagnostics: [] };
    const upgrader = stateUpgraders?.[Number(version)];
    if (!upgrader)
      throw new DiagnosticError(
        'State too old',
        `The state of this ${typeName} has version ${version}, and this provider reads version ${schema.version} and has no way from ` +
          'there. Apply once with a version of the provider between the two, or remove the object from state (terraform state rm) and import it again.',
      );
    const stored = read(json, upgrader.schema, typeName);
    if (stored === null) return { state: null, diagnostics: [] };
    const upgraded = upgrader.upgrade(toDoubles(stored, schemaType(upgrader.schema)) as never) as ObjectValue;
    requireSynchronous(upgraded, 'A state upgrader');
    const end = 'The state stays as it was.';
    const checked = { ...target, diagnostics, operation: 'state upgrade', end };
    return { state: fitting(checked, upgraded, null, [stored]), diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'upgrade the state of');
    return { state: undefined, diagnostics: diagnostics.all };
  }
}

/** The stored value of this schema; null for an object that does not exist. An error names its place without the keys of secret maps. */
function read(json: string, schema: Schema, typeName: string): ObjectValue | null {
  try {
    const stored = parseJson(json);
    if (stored !== null && !isObject(stored)) throw new TypeError('state is not an object');
    const shown = (path: Path) => shownPath(schema.attributes, path);
    return fromJson(stored, schemaType(schema), 'state', shown) as ObjectValue | null;
  } catch (error) {
    // The message of the JSON parser quotes its input, and so perhaps a secret.
    const reason = error instanceof TypeError ? error.message : 'it is not JSON';
    throw new DiagnosticError(
      'State not readable',
      `The stored state of this ${typeName} cannot be used: ${reason}. It was edited by hand, or written by a newer ` +
        `provider. Use that version; or take the state back from a backup; or remove this object from it (terraform state rm) and import it again.`,
    );
  }
}
