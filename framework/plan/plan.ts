import { requireSynchronous } from '../diagnostic';
import { eachObject } from '../schema/nested';
import { type Attribute, type Attributes, isNested } from '../schema/schema';
import { writeOnlyToNull } from '../schema/write-only';
import { fromDoubles, toDoubles } from '../values/doubles';
import { elementType, partType, valuesEqual } from '../values/equal';
import { formatPath, type Path } from '../values/path';
import type { Type } from '../values/type';
import { mapValues, type ObjectValue, UNKNOWN, type Value } from '../values/value';
import { keepMeaning } from './same-meaning';

/**
 * The planning algorithm (plugin protocol, "Planning algorithm to copy").
 *
 * 1. Start from the proposed new state, into which Terraform has copied computed values of the prior state. What means the same as in the prior
 *    state is as there.
 * 2. Put the default where the configuration has null.
 * 3. Set write-only attributes to null.
 * 4. If anything differs from the prior state, make every computed value that has neither a configuration nor a default unknown. In an
 *    update of a resource that has no `update`, they stay: nothing would compute them.
 * 5. Run the plan modifiers. They may plan a known value, and they decide which changes replace the resource.
 *
 * Throws what a plan modifier throws, and a DiagnosticError for an async one. Changes no argument.
 */
export function planAttributes(input: PlanInput): ObjectValue {
  const { attributes, config, prior, type } = input;
  const proposed = keepMeaning(attributes, input.proposed, prior ?? null);
  const intended = writeOnlyToNull(attributes, eachUnconfigured(attributes, config, proposed, orDefault));
  const changes = prior === undefined || (input.canUpdate && !valuesEqual(intended, prior, type));
  const planned = changes ? eachUnconfigured(attributes, config, intended, orUnknown) : intended;
  return modify({ ...input, planned, at: [], state: prior });
}

interface PlanInput {
  readonly attributes: Attributes;
  readonly config: ObjectValue;
  /** Undefined for a resource that is about to be created. */
  readonly prior: ObjectValue | undefined;
  readonly proposed: ObjectValue;
  /** Type of all of these. */
  readonly type: Type;
  /** Whether the resource has an `update`. */
  readonly canUpdate: boolean;
  /** Whether an import has left a top-level attribute unknown; undefined if private state has no mark. */
  readonly leftUnknown: (name: string) => boolean | undefined;
  /** Receives the path of each change that replaces the resource, perhaps several times. In a set it is the path of the set. */
  readonly requiresReplace: (path: Path) => void;
}

/** The object with `change` made to every value that is not configured, nested ones too. */
function eachUnconfigured(
  attributes: Attributes,
  config: ObjectValue,
  object: ObjectValue,
  change: (value: Value, attribute: Attribute) => Value,
): ObjectValue {
  return mapValues(object, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const configured = config[name] ?? null;
    if (configured === null) return change(value, attribute);
    if (!isNested(attribute.type)) return value;
    const { attributes: inner } = attribute.type;
    return eachObject(attribute.type, value, { config: configured }, (part, partners) =>
      eachUnconfigured(inner, partners.config, part, change),
    );
  });
}

/** A configuration for a handler that fills it in: `undefined` in place of null for each computed attribute, nested ones too, to be decided. */
export const withUndecided = (attributes: Attributes, config: ObjectValue): ObjectValue =>
  eachUnconfigured(attributes, config, config, (value, { computed }) => (computed ? UNDECIDED : value));

/** What a handler sees in place of a value that it has to decide. */
const UNDECIDED = undefined as unknown as Value;

const orDefault = (value: Value, { default: fallback }: Attribute): Value =>
  fallback === undefined ? value : fallback;

const orUnknown = (value: Value, { computed, default: fallback }: Attribute): Value =>
  computed && fallback === undefined ? UNKNOWN : value;

interface ModifyInput extends Omit<PlanInput, 'proposed'> {
  readonly planned: ObjectValue;
  readonly at: Path;
  /** The prior state of the whole resource. */
  readonly state: ObjectValue | undefined;
}

/** Runs the plan modifiers, outermost first. */
function modify(input: ModifyInput): ObjectValue {
  const { attributes, config, prior, planned, type, at, state, requiresReplace } = input;
  return mapValues(planned, (start, name) => {
    const attribute = attributes[name];
    if (!attribute || !(attribute.planModifiers?.length || isNested(attribute.type))) return start;
    const path = [...at, { attribute: name }];
    const partOf = (object: ObjectValue | undefined) => object?.[name] ?? null;
    const [configured, before] = [partOf(config), partOf(prior)];
    const attributeType = partType(type, name);
    let value = start;
    for (const modifier of attribute.planModifiers ?? []) {
      const differs = !valuesEqual(value, before, attributeType);
      const seen = (one: Value) => toDoubles(one, attributeType);
      const verdict = modifier({
        config: seen(configured),
        prior: seen(before),
        planned: seen(value),
        differs,
        leftUnknown: at.length === 0 ? input.leftUnknown(name) : undefined,
        state,
      });
      requireSynchronous(verdict, `A plan modifier of ${formatPath(path)}`);
      if (verdict.planned !== undefined) value = fromDoubles(verdict.planned, attributeType, configured, before, value);
      if (verdict.requiresReplace) requiresReplace(path);
    }
    if (!isNested(attribute.type)) return value;
    const { attributes: inner, nesting } = attribute.type;
    const innerType = nesting === 'single' ? attributeType : elementType(attributeType, 0);
    return eachObject(attribute.type, value, { config: configured, prior: before }, (object, { step, ...partners }) =>
      modify({
        ...input,
        ...partners,
        attributes: inner,
        planned: object,
        type: innerType,
        at: [...path, ...step],
        // There is no path into a set.
        ...(nesting === 'set' && { requiresReplace: () => requiresReplace(path) }),
      }),
    );
  });
}
