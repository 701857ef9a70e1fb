import type { ObjectValue, Value } from './value';
import { isUnknown } from './value';

/** What a plan modifier sees of its attribute; none of the values is of a resource that is about to be destroyed. */
export interface AttributeChange {
  /** As configured; null when left out. */
  readonly config: Value;
  /** As in state; null when left out or when the resource is new. */
  readonly prior: Value;
  /** As planned so far. */
  readonly planned: Value;
  /** True if prior and planned are different values. */
  readonly differs: boolean;
  /** Whether an import has left it unknown, so that a null in state is no value; undefined where private state does not say. */
  readonly leftUnknown: boolean | undefined;
  /** The whole prior state; undefined when the resource is about to be created. */
  readonly state: ObjectValue | undefined;
}

/** Decides about one attribute: what is planned, and whether the change replaces the resource. */
export type PlanModifier = (change: AttributeChange) => {
  readonly planned?: Value;
  readonly requiresReplace?: boolean;
};

/** Keeps what is in state for a computed attribute that does not change once it is known. */
export function useStateForUnknown(): PlanModifier {
  return ({ config, prior, planned }) =>
    config === null && prior !== null && isUnknown(planned) ? { planned: prior } : {};
}

/** A changed value cannot be applied in place. */
export function requiresReplace(): PlanModifier {
  return ({ state, differs }) => ({ requiresReplace: state !== undefined && differs });
}

/**
 * Keeps what is in state, also when that is null: for a computed attribute that is fixed when the object is made, and that
 * the service may be unable to return later.
 */
export function fixedAtCreation(): PlanModifier {
  return ({ config, prior, state }) => (config === null && state !== undefined ? { planned: prior } : {});
}

/**
 * A changed value cannot be applied in place, unless state has null because the value is not known (`unknownAfterImport`): then it is
 * taken over. Where private state has no mark of an import, null is unknown, unless `isKnown` says otherwise of the state.
 */
export function requiresReplaceIfKnown(isKnown: (state: ObjectValue) => boolean = () => false): PlanModifier {
  return ({ prior, state, differs, leftUnknown }) => {
    if (state === undefined || !differs) return {};
    return { requiresReplace: prior !== null || !(leftUnknown ?? !isKnown(state)) };
  };
}
