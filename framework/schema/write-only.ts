import type { Path } from '../values/path';
import { isList, isObject, mapValues, type ObjectValue, type Value } from '../values/value';
import { type Attributes, isNested, type NestedType } from './schema';
import { nestedObjects } from './validate';

const attributesWithSecrets = new WeakMap<Attributes, boolean>();

/** The object, with null for every write-only value, nested and unknown ones too. Remembers whether the attributes, which must not change, have any. */
export function writeOnlyToNull(attributes: Attributes, object: ObjectValue): ObjectValue {
  if (!hasWriteOnly(attributes) || !mayHold(attributes, object)) return object;
  return mapValues(object, (value, name) => {
    const attribute = attributes[name];
    if (!attribute || value === null) return value;
    if (attribute.writeOnly) return null;
    return isNested(attribute.type) ? inside(attribute.type, value) : value;
  });
}

/** Whether a write-only value may be in the object, or nested in it. */
function mayHold(attributes: Attributes, object: ObjectValue): boolean {
  for (const name in attributes) {
    const { writeOnly, type } = attributes[name] as Attributes[string];
    const value = object[name];
    if (value === null || value === undefined) continue;
    if (writeOnly || (isNested(type) && hasWriteOnly(type.attributes))) return true;
  }
  return false;
}

function inside({ nesting, attributes }: NestedType, value: Value): Value {
  const change = (object: Value) => (isObject(object) ? writeOnlyToNull(attributes, object) : object);
  if (isList(value)) return value.map(change);
  return nesting === 'map' && isObject(value) ? mapValues(value, change) : change(value);
}

function hasWriteOnly(attributes: Attributes): boolean {
  const known = attributesWithSecrets.get(attributes);
  if (known !== undefined) return known;
  const found = Object.values(attributes).some(
    ({ writeOnly, type }) => writeOnly === true || (isNested(type) && hasWriteOnly(type.attributes)),
  );
  attributesWithSecrets.set(attributes, found);
  return found;
}

/** The paths of the write-only attributes that have a value, nested ones too (a set has none); with the keys of maps, also of secret ones. */
export function writeOnlyPaths(attributes: Attributes, object: ObjectValue, at: Path = []): readonly Path[] {
  return Object.entries(attributes).flatMap(([name, { writeOnly, type }]) => {
    const path = [...at, { attribute: name }];
    const value = object[name] ?? null;
    if (writeOnly) return value === null ? [] : [path];
    if (!isNested(type)) return [];
    return nestedObjects(type, value, path, false).flatMap(([one, where]) =>
      writeOnlyPaths(type.attributes, one, where),
    );
  });
}
