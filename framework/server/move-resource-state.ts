import { DiagnosticError, Diagnostics, requireSynchronous } from '../diagnostic';
import { PrivateState } from '../plan/private-state';
import { identityOf } from '../schema/identity';
import { schemaType } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import type { Value } from '../values/value';
import { isObject } from '../values/value';
import type { Diagnosed, Identified } from './messages';
import { bytesOf, fitting, reportError, type Target } from './operation';
import { upgradeResourceState } from './upgrade-resource-state';

export interface MoveResourceStateRequest {
  readonly typeName: string;
  readonly sourceTypeName: string;
  /** Address of the provider of the source, with its host: `registry.terraform.io/hashicorp/random`. */
  readonly sourceProvider: string;
  readonly sourceVersion: bigint;
  /** The state of the source as JSON text; undefined for a state from before Terraform 0.12, which is an error. */
  readonly json: string | undefined;
  readonly private: Uint8Array;
}

export interface MoveResourceStateResponse extends Diagnosed {
  /** Undefined after an error, and for a source whose state is null. */
  readonly moved: (Identified & { readonly state: Value; readonly private: Uint8Array }) | undefined;
}

/**
 * Converts the state of a `moved` object, upgraded to the schema of its own type `source`, to the type of `target` (`movesFrom`). Without such a type
 * or way it is an error. Sends nothing, needs no configuration. Errors are in the response.
 */
export function moveResourceState<C>(
  target: Target<C>,
  source: Target<C> | undefined,
  request: MoveResourceStateRequest,
): MoveResourceStateResponse {
  const diagnostics = new Diagnostics();
  const move = source && target.definition.movesFrom?.[source.definition.typeName];
  try {
    if (!move) throw noWay(request);
    const upgraded = upgradeResourceState(source, {
      typeName: request.sourceTypeName,
      version: request.sourceVersion,
      json: request.json,
    });
    diagnostics.add(...upgraded.diagnostics);
    if (!isObject(upgraded.state)) return { moved: undefined, diagnostics: diagnostics.all };
    const privateState = new PrivateState(request.private);
    // The upgraded state has the schema that the converter of this type expects.
    const handed = toDoubles(upgraded.state, schemaType(source.definition.schema));
    const result = move({ state: handed as never, privateState });
    requireSynchronous(result, 'movesFrom');
    const checked = { ...target, diagnostics, operation: 'move', end: 'Nothing was moved.' };
    const state = fitting(checked, result, null, [upgraded.state]);
    const bytes = bytesOf(checked, privateState);
    if (!state || diagnostics.hasErrors) return { moved: undefined, diagnostics: diagnostics.all };
    const moved = { state, private: bytes, identity: identityOf(target.definition, state) };
    return { moved, diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'move');
    return { moved: undefined, diagnostics: diagnostics.all };
  }
}

function noWay({ sourceTypeName: source, sourceProvider: provider, typeName: target }: MoveResourceStateRequest) {
  return new DiagnosticError(
    'Cannot move between resource types',
    `A resource ${source} of ${provider} cannot become a resource ${target}: their states have too little in common. To hand over an ` +
      `object that exists, take the moved block out, give up the ${source} with a removed block (destroy = false), and ` +
      `import the object into the ${target} with an import block.`,
  );
}
