import type { ObjectValue, Value } from './value';
import { isUnknown } from './value';

/** The values of an attribute that a plan modifier receives. Plan modifiers do not run when the resource is destroyed. */
export interface AttributeChange {
  /** The configured value; null if it is left out. */
  readonly config: Value;
  /** The value in state; null if it has none or the resource is new. */
  readonly prior: Value;
  /** The value planned so far. */
  readonly planned: Value;
  /** True if prior and planned are different values. */
  readonly differs: boolean;
  /** Whether an import has left the attribute unknown (see `import-marks.ts`); undefined if private state has no mark. */
  readonly leftUnknown: boolean | undefined;
  /** The whole prior state; undefined for a resource that is about to be created. */
  readonly state: ObjectValue | undefined;
}

/** Returns the planned value of an attribute, if it differs from the one planned so far, and whether the change replaces the resource. */
export type PlanModifier = (change: AttributeChange) => {
  readonly planned?: Value;
  readonly requiresReplace?: boolean;
};

/** Plans the value in state for a computed attribute that does not change once it is known. */
export function useStateForUnknown(): PlanModifier {
  return ({ config, prior, planned }) =>
    config === null && prior !== null && isUnknown(planned) ? { planned: prior } : {};
}

/** Replaces the resource if the value changes. */
export function requiresReplace(): PlanModifier {
  return ({ state, differs }) => ({ requiresReplace: state !== undefined && differs });
}

/**
 * Plans the value in state, even null, for a computed attribute that is fixed when the object is created and that the service may
 * be unable to return later.
 */
export function fixedAtCreation(): PlanModifier {
  return ({ config, prior, state }) => (config === null && state !== undefined ? { planned: prior } : {});
}

/**
 * Replaces the resource if the value changes, unless state has null because the value is unknown (`unknownAfterImport`): then the
 * planned value is taken over without a replacement. If private state has no import mark, a null counts as unknown unless `isKnown`
 * returns true for the state.
 */
export function requiresReplaceIfKnown(isKnown: (state: ObjectValue) => boolean = () => false): PlanModifier {
  return ({ prior, state, differs, leftUnknown }) => {
    if (state === undefined || !differs) return {};
    return { requiresReplace: prior !== null || !(leftUnknown ?? !isKnown(state)) };
  };
}
