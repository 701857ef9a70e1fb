import { DiagnosticError, Diagnostics } from '../diagnostic';
import { shownPath } from '../fit-state-to-schema';
import { fromJson, parseJson } from '../json-value';
import { type Schema, schemaType } from '../schema';
import { isObject, type ObjectValue } from '../value';
import type { UpgradeResourceStateRequest, UpgradeResourceStateResponse } from './messages';
import type { Target } from './operation';

type Upgraded<C> = Pick<Target<C>, 'resource' | 'typeName'>;

/**
 * Upgrades a stored state to the current schema. Terraform calls it for every object in every command, even if the version is current. What the
 * schema does not have is dropped, and what the state lacks is null. Errors are in the response, without values.
 */
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
    if (!isObject(stored)) throw new TypeError('state is not an object');
    const upgraded = upgrade(stored, Number(version), { resource, typeName });
    return { state: read(upgraded, resource.schema), diagnostics: [] };
  } catch (error) {
    if (error instanceof DiagnosticError) diagnostics.add(error.toDiagnostic());
    else
      diagnostics.error(
        'State not readable',
        `The stored state of this ${typeName} cannot be used: ${reasonOf(error)}. It was edited by hand, or written by a newer ` +
          `provider. Use that version; or take the state back from a backup; or remove this object from it (terraform state rm) and import it again.`,
      );
    return { state: undefined, diagnostics: diagnostics.all };
  }
}

/** The reason of an error without the message of the JSON parser, which quotes its input and so perhaps a secret. */
function reasonOf(error: unknown): string {
  return error instanceof TypeError ? error.message : 'it is not JSON';
}

function upgrade<C>(stored: ObjectValue, version: number, { resource, typeName }: Upgraded<C>): ObjectValue {
  const { schema, stateUpgraders } = resource;
  if (version >= (schema.version ?? 0)) return stored;
  const upgrader = stateUpgraders?.[version];
  if (!upgrader)
    throw new DiagnosticError(
      'State too old',
      `The state of this ${typeName} has version ${version}, and this provider reads version ${schema.version} and has no way from ` +
        'there. Apply once with a version of the provider between the two, or remove the object from state (terraform state rm) and import it again.',
    );
  return upgrader.upgrade(read(stored, upgrader.schema) as never) as ObjectValue;
}

/** The value of this schema. An error names its place without the keys of secret maps. */
const read = (json: ObjectValue, schema: Schema) =>
  fromJson(json, schemaType(schema), 'state', (path) => shownPath(schema.attributes, path));
