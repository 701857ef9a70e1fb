import { Diagnostics, requireSynchronous } from '../diagnostic';
import { elementType, partType } from '../values/equal';
import { NUMBERS } from '../values/number';
import { formatPath, type Path } from '../values/path';
import { gotOf, isSecret } from '../values/quote-value';
import { isNumberType, type NumberType, type Type } from '../values/type';
import { isList, isNumber, isObject, isUnknown, isWhollyKnown, type ObjectValue, type Value } from '../values/value';
import { type Attribute, type Attributes, isNested, type NestedType } from './schema';

/**
 * Checks every configured attribute, nested ones too: presence, numbers, elements, and what its validators find. Adds all problems to
 * `diagnostics`, and warnings for deprecated attributes. Unknown values pass. Returns whether the values are those that the model promises,
 * whatever the validators find. `at` is the path of `config`; with `inSecret` it is part of a secret attribute, whose values and map keys no
 * message has. Throws what a validator throws.
 */
export function validateAttributes(
  attributes: Attributes,
  config: ObjectValue,
  diagnostics: Diagnostics,
  at: Path = [],
  inSecret = false,
): boolean {
  let fits = true;
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = config[name] ?? null;
    if (value === null ? !attribute.required : isUnknown(value)) continue;
    const path = [...at, { attribute: name }];
    const secret = inSecret || isSecret(attribute);
    if (!requireValue(attribute, value, path, diagnostics)) {
      fits = false;
      continue;
    }
    if (isNested(attribute.type)) {
      const found = new Diagnostics();
      const { attributes: inner, nesting } = attribute.type;
      for (const [object, where] of nestedObjects(attribute.type, value, path, secret)) {
        if (!validateAttributes(inner, object, found, where, secret)) fits = false;
        runConfigValidators(attribute, object, where, found);
      }
      diagnostics.add(...atAttribute(nesting, found, path, secret));
    }
    if (attribute.deprecated) {
      const found = new Diagnostics();
      found.add({ severity: 'warning', summary: 'Attribute deprecated', detail: attribute.deprecated, path });
      addNamed(found, path, diagnostics);
    }
    if (!runValidators(attribute, value, path, diagnostics, secret)) fits = false;
  }
  return fits;
}

/** Adds an error for each required argument that is null in a known plan, and each value that does not fit. Skips validators and write-only values. */
export function requireArguments(
  attributes: Attributes,
  plan: ObjectValue,
  diagnostics: Diagnostics,
  at: Path = [],
  inSecret = false,
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.writeOnly) continue;
    const value = plan[name] ?? null;
    // Nothing is asked of these beyond what the host's types do.
    if (value === null ? !attribute.required : typeof value === 'string' || typeof value === 'boolean') continue;
    const path = [...at, { attribute: name }];
    const secret = inSecret || isSecret(attribute);
    requireValue(attribute, value, path, diagnostics);
    const found = new Diagnostics();
    checkType(value, attribute.type, path, found, secret);
    addNamed(found, path, diagnostics);
    if (!isNested(attribute.type)) continue;
    const inner = new Diagnostics();
    for (const [object, where] of nestedObjects(attribute.type, value, path, secret)) {
      requireArguments(attribute.type.attributes, object, inner, where, secret);
    }
    diagnostics.add(...atAttribute(attribute.type.nesting, inner, path, secret));
  }
}

/** The problems in a nested attribute. There is no path into a set, and one into a map tells a key: then they have that of the attribute. */
function atAttribute(nesting: NestedType['nesting'], { all }: Diagnostics, path: Path, secret: boolean) {
  const isPathless = nesting === 'set' || (nesting === 'map' && secret);
  return all.map((one) => (isPathless ? { ...one, path } : one));
}

/** Whether there is a value where there has to be one. */
function requireValue({ required }: Attribute, value: Value, path: Path, diagnostics: Diagnostics): boolean {
  if (value !== null || !required) return true;
  const name = formatPath(path);
  // Terraform checks only that the argument is written, and `null` counts as written.
  diagnostics.error('Missing required argument', `${name} is required, and its value is null. Give it a value.`, path);
  return false;
}

/** Checks the type, and then what the validators find; returns whether the type fits. */
function runValidators(
  attribute: Attribute,
  value: Value,
  at: Path,
  diagnostics: Diagnostics,
  secret: boolean,
): boolean {
  const found = new Diagnostics();
  checkType(value, attribute.type, at, found, secret);
  const fits = !found.hasErrors;
  if (fits && isWhollyKnown(value)) {
    for (const validate of attribute.validators ?? [])
      requireSynchronous(validate(value as never, at, found, gotOf(secret)), `A validator of ${formatPath(at)}`);
  }
  addNamed(found, at, diagnostics);
  return fits;
}

/** Runs the checks that span attributes of one object of a nested attribute; `at` is the path of that object. */
function runConfigValidators(
  { configValidators = [] }: Attribute,
  object: ObjectValue,
  at: Path,
  diagnostics: Diagnostics,
): void {
  for (const check of configValidators) {
    const found = new Diagnostics();
    requireSynchronous(check(object as never, found), `A config validator of ${formatPath(at)}`);
    for (const { path = [], ...one } of found.all) {
      const inside = new Diagnostics();
      inside.add({ ...one, path: [...at, ...path] });
      addNamed(inside, [...at, ...path], diagnostics);
    }
  }
}

/** Adds what was found at an attribute. Terraform shows the line of the outermost one only, so a message about a nested one names it. */
function addNamed(found: Diagnostics, at: Path, diagnostics: Diagnostics): void {
  for (const one of found.all) {
    const name = formatPath(one.path ?? at);
    const isNamed = at.length < 2 || one.detail.includes(name);
    diagnostics.add(isNamed ? one : { ...one, detail: `${name}: ${one.detail}` });
  }
}

/** Reports what a type here asks for beyond the host's: numbers that JavaScript has, and no null elements in lists, sets and maps of objects. */
function checkType(value: Value, type: Attribute['type'], at: Path, diagnostics: Diagnostics, secret: boolean): void {
  const ofMap = isNested(type) && type.nesting === 'map' && isObject(value) ? Object.entries(value) : [];
  const elements = isList(value) && (isNested(type) || type[0] !== 'tuple') ? [...value.entries()] : ofMap;
  const nulls = elements.filter(([, element]) => element === null).map(([key]) => `[${JSON.stringify(key)}]`);
  if (nulls.length > 0) {
    const isPlaceless = (isNested(type) ? type.nesting : type[0]) === 'set' || (secret && isObject(value));
    const which = isPlaceless ? '' : `, and ${nulls.join(', ')} is`;
    diagnostics.error('Invalid value', `None of its elements may be null${which}.`, at);
  }
  // The parts of nested attributes are checked as attributes of their own.
  if (isNested(type)) return;
  if (isNumber(value) && isNumberType(type as Type) && type !== 'number') {
    const { name, has } = NUMBERS[type as NumberType];
    if (!has(value)) diagnostics.error('Invalid value', `It must be ${name}${gotOf(secret)(value)}.`, at);
  } else if (isList(value)) {
    for (const [index, element] of value.entries()) {
      checkType(element, elementType(type, index), type[0] === 'set' ? at : [...at, { index }], diagnostics, secret);
    }
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      const step = type[0] === 'map' ? { key: name } : { attribute: name };
      checkType(part, partType(type, name), 'key' in step && secret ? at : [...at, step], diagnostics, secret);
    }
  }
}

/** The objects inside a nested attribute, each with its path; in a set, and in a map with secret keys, they all have that of the attribute. */
export function nestedObjects(
  { nesting }: NestedType,
  value: Value,
  path: Path,
  secret: boolean,
): [ObjectValue, Path][] {
  const all: [Value, Path][] = isList(value)
    ? value.map((element, index) => [element, nesting === 'set' ? path : [...path, { index }]])
    : nesting === 'map' && isObject(value)
      ? Object.entries(value).map(([key, element]) => [element, secret ? path : [...path, { key }]])
      : [[value, path]];
  return all.filter((entry): entry is [ObjectValue, Path] => isObject(entry[0]));
}
