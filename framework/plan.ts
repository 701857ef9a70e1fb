import { partType, valuesEqual } from './equal';
import type { Path } from './path';
import { type Attribute, type Attributes, isNested } from './schema';
import type { Type } from './type';
import { isList, isObject, isUnknown, mapValues, type ObjectValue, UNKNOWN, type Value } from './value';
import { writeOnlyToNull } from './write-only';

/**
 * The planning algorithm (plugin protocol, "Planning algorithm to copy").
 *
 * 1. Start from the proposed new state, into which Terraform has copied computed values of the prior state.
 * 2. Put the default where the configuration has null.
 * 3. Set write-only attributes to null.
 * 4. If anything differs from the prior state, make every computed value that is not configured unknown.
 * 5. Run the plan modifiers. They may plan a known value, and they decide which changes replace the resource.
 */
export function planAttributes(input: PlanInput): ObjectValue {
  const { attributes, config, prior, proposed, type } = input;
  const intended = writeOnlyToNull(attributes, withDefaults(attributes, config, proposed));
  const changes = prior === undefined || !valuesEqual(intended, prior, type);
  const planned = changes ? withUnknowns(attributes, config, intended) : intended;
  return modify({ ...input, planned, at: [], state: prior });
}

export interface PlanInput {
  readonly attributes: Attributes;
  readonly config: ObjectValue;
  /** Undefined for a resource that is about to be created. */
  readonly prior: ObjectValue | undefined;
  readonly proposed: ObjectValue;
  /** Type of all of these. */
  readonly type: Type;
  /** Whether an import has left a top-level attribute unknown; undefined if private state has no mark. */
  readonly leftUnknown: (name: string) => boolean | undefined;
  /** Receives the path of each change that replaces the resource. */
  readonly requiresReplace: (path: Path) => void;
}

/** Applies `change` to every object inside a nested value, together with the same part of the configuration. */
function eachObject(
  value: Value,
  config: Value,
  change: (object: ObjectValue, config: ObjectValue) => ObjectValue,
): Value {
  if (isList(value)) {
    const configs = isList(config) ? config : [];
    return value.map((element, i) => eachObject(element, configs[i] ?? null, change));
  }
  return isObject(value) && isObject(config) ? change(value, config) : value;
}

function nestedValue(
  attribute: Attribute,
  value: Value,
  config: Value,
  change: (attributes: Attributes, object: ObjectValue, config: ObjectValue) => ObjectValue,
): Value {
  if (!isNested(attribute.type)) return value;
  const { attributes } = attribute.type;
  return eachObject(value, config, (object, part) => change(attributes, object, part));
}

function withDefaults(attributes: Attributes, config: ObjectValue, proposed: ObjectValue): ObjectValue {
  return mapValues(proposed, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const configured = config[name] ?? null;
    if (configured === null) return attribute.default === undefined ? value : attribute.default;
    return nestedValue(attribute, value, configured, (inner, object, part) => withDefaults(inner, part, object));
  });
}

function withUnknowns(attributes: Attributes, config: ObjectValue, planned: ObjectValue): ObjectValue {
  return mapValues(planned, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const configured = config[name] ?? null;
    if (configured === null) return attribute.computed && attribute.default === undefined ? UNKNOWN : value;
    return nestedValue(attribute, value, configured, (inner, object, part) => withUnknowns(inner, part, object));
  });
}

interface ModifyInput extends Omit<PlanInput, 'proposed'> {
  readonly planned: ObjectValue;
  readonly at: Path;
  /** The prior state of the whole resource. */
  readonly state: ObjectValue | undefined;
}

/** Runs the plan modifiers, outermost first. They see a list only as a whole, because its elements have no counterpart in state. */
function modify(input: ModifyInput): ObjectValue {
  const { attributes, config, prior, planned, type, at, state, requiresReplace } = input;
  return mapValues(planned, (start, name) => {
    const attribute = attributes[name];
    if (!attribute) return start;
    const path = [...at, { attribute: name }];
    const partOf = (object: ObjectValue | undefined) => object?.[name] ?? null;
    const [configured, before] = [partOf(config), partOf(prior)];
    const attributeType = partType(type, name);
    let value = start;
    for (const modifier of attribute.planModifiers ?? []) {
      const differs = !valuesEqual(value, before, attributeType);
      const verdict = modifier({
        config: configured,
        prior: before,
        planned: value,
        differs,
        leftUnknown: at.length === 0 ? input.leftUnknown(name) : undefined,
        state,
      });
      if (verdict.planned !== undefined) value = verdict.planned;
      if (verdict.requiresReplace) requiresReplace(path);
    }
    if (!isNested(attribute.type) || attribute.type.nesting !== 'single') return value;
    if (!isObject(value) || isUnknown(configured)) return value;
    return modify({
      ...input,
      attributes: attribute.type.attributes,
      config: isObject(configured) ? configured : {},
      prior: isObject(before) ? before : undefined,
      planned: value,
      type: attributeType,
      at: path,
    });
  });
}
