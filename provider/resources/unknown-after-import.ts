import { leftUnknown } from '../framework/import-marks';
import type { PlanModifier } from '../framework/plan-modifiers';
import type { PrivateState } from '../framework/private-state';
import type { ObjectValue } from '../framework/value';

/**
 * What a null in state means where an import may have left it (P12, decision 0085). Marks in private state say it. Where there are
 * none, we made the object, or an earlier release made or imported it.
 */

/**
 * A changed value cannot be applied in place, unless state has null because the value is not known: then it is taken over. What we make
 * has a value, so without a mark null is unknown, unless `isKnown` says otherwise of the state.
 */
export function requiresReplaceIfKnown(isKnown: (state: ObjectValue) => boolean = () => false): PlanModifier {
  return ({ prior, state, differs, leftUnknown: marked }) => {
    if (state === undefined || !differs) return {};
    return { requiresReplace: prior !== null || !(marked ?? !isKnown(state)) };
  };
}

/** Parts of a key's state that tell where its secret half is. */
interface KeyState {
  readonly store_in?: unknown;
  readonly secret_access_key?: unknown;
  readonly current?: unknown;
}

/** Whether we made a key: an import knows neither its secret half nor a secret that holds it. */
export function wasMadeHere({ store_in, secret_access_key, current }: KeyState): boolean {
  const half = (current as KeyState | null | undefined)?.secret_access_key ?? secret_access_key;
  return (store_in ?? half ?? null) !== null;
}

/** Whether a `rotation_trigger` of null is unknown, and not one that was left out. */
export const isTriggerUnknown = (state: KeyState, privateState: PrivateState): boolean =>
  leftUnknown(privateState, 'rotation_trigger') ?? !wasMadeHere(state);
