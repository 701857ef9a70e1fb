import type { ObjectValue, Value } from '../values/value';
import { isUnknown } from '../values/value';

/** The values of an attribute for its plan modifiers, which run in their order, whether it changes or not, but not when the resource is destroyed. */
export interface AttributeChange {
  /** The configured value; null if it is left out. */
  readonly config: Value;
  /** The value in state; null if it has none, or the resource or the nested object around it is new. */
  readonly prior: Value;
  /** The value planned so far, which other plan modifiers may have changed; perhaps unknown. */
  readonly planned: Value;
  /** True if prior and planned are different values. */
  readonly differs: boolean;
  /** Whether an import has left the attribute unknown; undefined if private state has no mark, and for a nested attribute. */
  readonly leftUnknown: boolean | undefined;
  /** The whole prior state; undefined for a resource that is about to be created. */
  readonly state: ObjectValue | undefined;
}

/** Returns the planned value, absent to keep it, and whether the change replaces the resource. Must be pure, like `modifyPlan`, and not throw. */
export interface PlanModifier {
  (change: AttributeChange): { readonly planned?: Value; readonly requiresReplace?: boolean };
  /** Whether it may replace the resource. Without it on all that can be configured, a resource needs an `update`. */
  readonly mayReplace?: true;
  /** Whether it plans null for an attribute of a nested object that is new. */
  readonly keepsNull?: true;
}

/** Replaces the resource if the value changes, including to or from null. An unknown planned value counts as a change. */
export const requiresReplace = (): PlanModifier => requiresReplaceIf(() => true);

/** Replaces the resource if the value changes and `condition` returns true. `condition` is called only for changes to an existing resource. */
export function requiresReplaceIf(condition: (change: AttributeChange) => boolean): PlanModifier {
  const modifier: PlanModifier = (change) => ({
    requiresReplace: change.state !== undefined && change.differs && condition(change),
  });
  return Object.assign(modifier, { mayReplace: true } as const);
}

/** Replaces the resource if the value changes and is configured. */
export const requiresReplaceIfConfigured = (): PlanModifier => requiresReplaceIf(({ config }) => config !== null);

/**
 * Replaces the resource if the value changes, unless state has null because an import has left it unknown (`unknownAfterImport`). Private state without
 * a mark of the import does not tell: then every null counts as unknown, unless `isKnown` returns true for the state.
 */
export function requiresReplaceIfKnown(isKnown: (state: ObjectValue) => boolean = () => false): PlanModifier {
  return requiresReplaceIf(({ prior, state, leftUnknown }) => {
    return prior !== null || !(leftUnknown ?? !isKnown(state as ObjectValue));
  });
}

/**
 * Plans the value in state, even null, for a computed attribute that is fixed when the object is created. Does nothing for a create. In a nested object
 * that is new it would plan null: below a list, a set or a map it is a mistake, and {@link useNonNullStateForUnknown} is right.
 */
export function useStateForUnknown(): PlanModifier {
  const modifier: PlanModifier = ({ config, prior, planned, state }) =>
    state !== undefined && isUnknown(planned) && !isUnknown(config) ? { planned: prior } : {};
  return Object.assign(modifier, { keepsNull: true } as const);
}

/** Keeps the value in state once it is not null. Use it for a computed attribute that becomes known some time after the create. */
export function useNonNullStateForUnknown(): PlanModifier {
  return (change) => (change.prior === null ? {} : useStateForUnknown()(change));
}
