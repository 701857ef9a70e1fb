import { Diagnostics } from './diagnostic';
import { formatPath, type Path } from './path';
import { type Attribute, type Attributes, isNested } from './schema';
import { isList, isObject, isUnknown, isWhollyKnown, type ObjectValue, type Value } from './value';

/** Runs the validators of all configured attributes, nested ones too, and reports required attributes that are null. */
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
      // Terraform checks only that the argument is written, and `null` counts as written.
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
    if (isWhollyKnown(value)) runValidators(attribute, value, path, diagnostics);
  }
}

/**
 * Terraform shows the line of the outermost attribute only, so that two problems in it look alike. A message about a nested
 * attribute therefore names the attribute.
 */
function runValidators({ validators = [] }: Attribute, value: Value, at: Path, diagnostics: Diagnostics): void {
  const found = new Diagnostics();
  for (const validate of validators) validate(value, at, found);
  const isNestedOne = at.length > 1;
  for (const one of found.all) {
    const name = formatPath(one.path ?? at);
    const isNamed = !isNestedOne || one.detail.includes(name);
    diagnostics.add(isNamed ? one : { ...one, detail: `${name}: ${one.detail}` });
  }
}

/** The objects inside a nested attribute, each with its path. */
function nestedObjects(value: Value, path: Path): [ObjectValue, Path][] {
  if (isObject(value)) return [[value, path]];
  const entries = (isList(value) ? value : []).map((element, index): [Value, Path] => [element, [...path, { index }]]);
  return entries.filter((entry): entry is [ObjectValue, Path] => isObject(entry[0]));
}
