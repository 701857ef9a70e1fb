import { expect, it } from 'vitest';
import {
  type AttributeChange,
  type PlanModifier,
  requiresReplace,
  requiresReplaceIf,
  requiresReplaceIfConfigured,
  requiresReplaceIfKnown,
  useNonNullStateForUnknown,
  useStateForUnknown,
} from '../../../../framework/schema/plan-modifiers';
import { UNKNOWN } from '../../../../framework/values/value';

/** A change of an attribute of a resource that exists. */
const change = (parts: Partial<AttributeChange>): AttributeChange => ({
  ...{ config: 'b', prior: 'a', planned: 'b', differs: true, leftUnknown: undefined, state: {} },
  ...parts,
});

it.each<[PlanModifier, Partial<AttributeChange>, boolean]>([
  [requiresReplace(), {}, true],
  [requiresReplace(), { differs: false }, false],
  [requiresReplace(), { state: undefined }, false],
  [requiresReplaceIf(() => true), {}, true],
  [requiresReplaceIf(() => false), {}, false],
  [requiresReplaceIfConfigured(), {}, true],
  [requiresReplaceIfConfigured(), { config: null }, false],
  [requiresReplaceIfKnown(), {}, true],
  [requiresReplaceIfKnown(), { prior: null }, false],
  [requiresReplaceIfKnown(), { prior: null, leftUnknown: true }, false],
  [requiresReplaceIfKnown(), { prior: null, leftUnknown: false }, true],
  [requiresReplaceIfKnown(() => true), { prior: null }, true],
  [requiresReplaceIfKnown(() => true), { prior: null, leftUnknown: true }, false],
])('%# a change replaces the resource, or does not', (modifier, parts, replaces) => {
  expect(modifier(change(parts))).toEqual({ requiresReplace: replaces });
  expect(modifier.mayReplace).toBe(true);
});

it.each<[PlanModifier, Partial<AttributeChange>, object]>([
  [useStateForUnknown(), { planned: UNKNOWN, config: null }, { planned: 'a' }],
  [useStateForUnknown(), { planned: UNKNOWN, config: null, prior: null }, { planned: null }],
  [useStateForUnknown(), { planned: UNKNOWN, config: UNKNOWN }, {}],
  [useStateForUnknown(), { planned: UNKNOWN, config: null, state: undefined }, {}],
  [useStateForUnknown(), {}, {}],
  [useNonNullStateForUnknown(), { planned: UNKNOWN, config: null }, { planned: 'a' }],
  [useNonNullStateForUnknown(), { planned: UNKNOWN, config: null, prior: null }, {}],
])('%# the value in state is planned, or is not', (modifier, parts, planned) => {
  expect(modifier(change(parts))).toEqual(planned);
  expect(modifier.mayReplace).toBeUndefined();
});
