import type { Diagnostics } from './diagnostic';
import type { Path } from './path';
import { type Attributes, isNested } from './schema';
import { isList, isObject, isUnknown, isWhollyKnown, type ObjectValue, type Value } from './value';

/** Runs every validator of every configured attribute, nested ones too, and collects what they find. */
export function validateAttributes(
  attributes: Attributes,
  config: ObjectValue,
  diagnostics: Diagnostics,
  at: Path = [],
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = config[name] ?? null;
    const path = [...at, { attribute: name }];
    if (value === null && attribute.required) {
      // Terraform itself asks only whether it is written, and `null` is.
      diagnostics.error(
        'Missing required argument',
        `${name} is required, and its value is null. Give it a value.`,
        path,
      );
    }
    if (value === null || isUnknown(value)) continue;
    if (isNested(attribute.type)) {
      for (const [object, where] of nestedObjects(value, path)) {
        validateAttributes(attribute.type.attributes, object, diagnostics, where);
      }
    }
    if (attribute.deprecated) diagnostics.warn('Attribute deprecated', attribute.deprecated, path);
    if (isWhollyKnown(value)) for (const validate of attribute.validators ?? []) validate(value, path, diagnostics);
  }
}

/** The objects inside a nested attribute, each with its path. */
function nestedObjects(value: Value, path: Path): [ObjectValue, Path][] {
  if (isObject(value)) return [[value, path]];
  const entries = (isList(value) ? value : []).map((element, index): [Value, Path] => [element, [...path, { index }]]);
  return entries.filter((entry): entry is [ObjectValue, Path] => isObject(entry[0]));
}
