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
  /** Whether an import has left the attribute unknown; undefined if private state has no mark. */
  readonly leftUnknown: boolean | undefined;
  /** The whole prior state; undefined for a resource that is about to be created. */
  readonly state: ObjectValue | undefined;
}

/** Returns the planned value of an attribute, if it differs from the one planned so far, and whether the change replaces the resource. */
export interface PlanModifier {
  (change: AttributeChange): { readonly planned?: Value; readonly requiresReplace?: boolean };
  /** Whether it may replace the resource. Without it on all that can be configured, a resource needs an `update`. */
  readonly mayReplace?: true;
}

/** A changed value cannot be applied in place. One that is not known yet is a change. */
export const requiresReplace = (): PlanModifier => requiresReplaceIf(() => true);

/** A changed value cannot be applied in place if `condition` says so. It is asked about changes of what exists only. */
export function requiresReplaceIf(condition: (change: AttributeChange) => boolean): PlanModifier {
  const modifier: PlanModifier = (change) => ({
    requiresReplace: change.state !== undefined && change.differs && condition(change),
  });
  return Object.assign(modifier, { mayReplace: true } as const);
}

/** A changed value cannot be applied in place, unless it is no longer configured. */
export const requiresReplaceIfConfigured = (): PlanModifier => requiresReplaceIf(({ config }) => config !== null);

/**
 * Replaces the resource if the value changes, unless state has null because the value is unknown (`unknownAfterImport`): then the
 * planned value is taken over without a replacement. If private state has no import mark, a null counts as unknown unless `isKnown`
 * returns true for the state.
 */
export function requiresReplaceIfKnown(isKnown: (state: ObjectValue) => boolean = () => false): PlanModifier {
  return requiresReplaceIf(({ prior, state, leftUnknown }) => {
    return prior !== null || !(leftUnknown ?? !isKnown(state as ObjectValue));
  });
}

/**
 * Plans the value in state, even null, for a computed attribute that is fixed when the object is created and that the service may
 * be unable to return later.
 */
export function useStateForUnknown(): PlanModifier {
  return ({ config, prior, planned, state }) =>
    state !== undefined && isUnknown(planned) && !isUnknown(config) ? { planned: prior } : {};
}

/** Keeps what is in state once that is not null: for a computed attribute that is known later than the object is made. */
export function useNonNullStateForUnknown(): PlanModifier {
  return (change) => (change.prior === null ? {} : useStateForUnknown()(change));
}
