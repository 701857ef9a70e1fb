import { eachObject } from '../schema/nested';
import { type Attributes, isNested, nullObject } from '../schema/schema';
import { isObject, mapValues, type ObjectValue, type Value } from '../values/value';

/** The configuration with every attribute, nested ones too. Throws in Terraform's words for one that nobody can configure. Checks no values. */
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

/** Terraform's proposed new state: a {@link complete} configuration, with computed values of `prior`, null for a create, where it has null. */
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
