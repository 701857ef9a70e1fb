import { DiagnosticError, Diagnostics } from '../diagnostic';
import { identityOf } from '../identity';
import { PrivateState } from '../private-state';
import { isObject } from '../value';
import type { MoveResourceStateRequest, MoveResourceStateResponse } from './messages';
import { reportError, type Target } from './operation';
import { upgradeResourceState } from './upgrade-resource-state';

/**
 * Makes the state of a `moved` object one of another type. Only between types of this provider that know a way; the state of the
 * source is brought to its current schema first. Nothing is sent to the service.
 */
export function moveResourceState<C>(
  target: Target<C>,
  source: Target<C> | undefined,
  request: MoveResourceStateRequest,
): MoveResourceStateResponse {
  const diagnostics = new Diagnostics();
  const move = source && target.resource.movesFrom?.[source.resource.typeName];
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
    // It has the schema of the type that the way is for.
    const state = move({ state: upgraded.state as never, privateState });
    const moved = { state, private: privateState.toBytes(), identity: identityOf(target.resource, state) };
    return { moved, diagnostics: diagnostics.all };
  } catch (error) {
    reportError(target, diagnostics, error, 'move');
    return { moved: undefined, diagnostics: diagnostics.all };
  }
}

function noWay({ sourceTypeName: source, sourceProvider: provider, typeName: target }: MoveResourceStateRequest) {
  return new DiagnosticError(
    'Cannot move between resource types',
    `A ${source} of ${provider} cannot become a ${target}: their states have too little in common. To hand over an ` +
      `object that exists, take the moved block out, give up the ${source} with a removed block (destroy = false), and ` +
      `import the object into the ${target} with an import block.`,
  );
}
