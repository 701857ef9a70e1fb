import { requireSynchronous } from '../diagnostic';
import { eachObject } from '../schema/nested';
import { type Attribute, type Attributes, attributeType, isNested } from '../schema/schema';
import { toDoubles } from '../values/doubles';
import { isObject, isWhollyKnown, mapValues, type ObjectValue, partOf, type Value } from '../values/value';

/**
 * The object with the value of `before` in place of each that means the same (`meansSame`), in nested objects too: those of a list are paired by index,
 * those of a map by key. Throws what `meansSame` throws, and a DiagnosticError for an async one. Changes no argument.
 */
export function keepMeaning(attributes: Attributes, object: ObjectValue, before: Value): ObjectValue {
  if (!isObject(before) || !hasMeaning(attributes)) return object;
  return mapValues(object, (value, name) => {
    const attribute = attributes[name];
    const known = partOf(before, name) ?? null;
    if (!attribute || value === null || known === null) return value;
    if (!isNested(attribute.type)) return isSame(attribute, name, value, known) ? known : value;
    const { type } = attribute;
    return eachObject(type, value, { config: value, prior: known }, (part, { prior = null }) =>
      keepMeaning(type.attributes, part, prior),
    );
  });
}

function isSame(attribute: Attribute, name: string, value: Value, known: Value): boolean {
  if (!attribute.meansSame || !isWhollyKnown(value) || !isWhollyKnown(known)) return false;
  const seen = (one: Value) => toDoubles(one, attributeType(attribute)) as never;
  const verdict = attribute.meansSame(seen(value), seen(known));
  requireSynchronous(verdict, `meansSame of ${name}`);
  return verdict;
}

const attributesWithMeaning = new WeakMap<Attributes, boolean>();

/** Whether any attribute has `meansSame`. Remembered for the attributes, which must not change. */
function hasMeaning(attributes: Attributes): boolean {
  const remembered = attributesWithMeaning.get(attributes);
  if (remembered !== undefined) return remembered;
  const found = Object.values(attributes).some(
    ({ meansSame, type }) => meansSame !== undefined || (isNested(type) && hasMeaning(type.attributes)),
  );
  attributesWithMeaning.set(attributes, found);
  return found;
}
