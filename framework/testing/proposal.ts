import { eachObject } from '../nested';
import { type Attributes, isNested, nullObject } from '../schema';
import { isObject, mapValues, type ObjectValue, type Value } from '../value';

/**
 * A configuration with every attribute, also inside of nested ones. Throws an error in Terraform's words for an attribute that does not exist
 * or cannot be configured, but checks no values.
 */
export function complete(attributes: Attributes, config: ObjectValue): ObjectValue {
  return mapValues({ ...nullObject(attributes), ...config }, (value, name) => {
    const { type, computed, optional, default: fallback } = attributes[name] ?? {};
    if (!type) throw new Error(`Unsupported argument: An argument named "${name}" is not expected here.`);
    if (value !== null && computed && !optional && fallback === undefined)
      throw new Error(
        `Value for unconfigurable attribute: Can't configure a value for "${name}": its value will be decided automatically based on the ` +
          'result of applying this configuration.',
      );
    if (!isNested(type)) return value;
    return eachObject(type, value, { config: value }, (object) => complete(type.attributes, object));
  });
}

/**
 * Terraform's proposed new state (plugin protocol, "How core computes the proposed new state"): the configuration, with computed values of
 * `prior`, null for a create, where it has null. The configuration is one that {@link complete} has made.
 */
export function propose(attributes: Attributes, config: ObjectValue, prior: Value): ObjectValue {
  return mapValues(config, (value, name) => {
    const attribute = attributes[name];
    const before = isObject(prior) ? (prior[name] ?? null) : null;
    if (value === null && attribute?.computed) return before;
    if (!attribute || !isNested(attribute.type)) return value;
    const { type } = attribute;
    return eachObject(type, value, { config: value, prior: before }, (object, { prior: own = null }) =>
      propose(type.attributes, object, own),
    );
  });
}
