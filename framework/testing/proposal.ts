import { type Attributes, isNested, nullObject } from '../schema';
import { isObject, mapValues, type ObjectValue, type Value } from '../value';

/** Adds null for every attribute that a configuration leaves out, also inside of nested attributes. */
export function complete(attributes: Attributes, config: ObjectValue): ObjectValue {
  return mapValues({ ...nullObject(attributes), ...config }, (value, name) => {
    const type = attributes[name]?.type;
    return type && isNested(type) && isObject(value) ? complete(type.attributes, value) : value;
  });
}

/** Terraform's proposed new state (plugin protocol, "How core computes the proposed new state"). */
export function propose(attributes: Attributes, config: ObjectValue, prior: Value): ObjectValue {
  return mapValues(config, (value, name) => {
    const attribute = attributes[name];
    const before = isObject(prior) ? (prior[name] ?? null) : null;
    if (value === null && attribute && (attribute.computed || attribute.default !== undefined)) return before;
    if (attribute && isNested(attribute.type) && isObject(value))
      return propose(attribute.type.attributes, value, before);
    return value;
  });
}
