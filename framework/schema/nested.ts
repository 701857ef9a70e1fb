import type { Diagnostics } from '../diagnostic';
import { elementType, partType, valuesEqual } from '../values/equal';
import { formatPath, type Path } from '../values/path';
import type { Type } from '../values/type';
import {
  isList,
  isObject,
  isUnknown,
  isWhollyKnown,
  mapValues,
  type ObjectValue,
  partOf,
  type Value,
} from '../values/value';
import { type Attributes, isNested, type NestedType, objectType } from './schema';
import { nestedObjects } from './validate';

/** The counterparts of a nested object in planning: its part of the configuration, and its prior object. */
interface Partners {
  /** Empty where nothing is configured. */
  readonly config: ObjectValue;
  readonly prior: ObjectValue | undefined;
  /** The way to it from the attribute; empty in a set, and for a single object. */
  readonly step: Path;
}

/**
 * The nested value with `change` made to every object in it. A null or unknown value stays as it is, and so does an object whose configuration is
 * unknown. `config` and `prior` are the same attribute there: objects of a list are paired by index, those of a map by key, those of a set by
 * what is configured of them, as the host does it; if several fit, the one with the most.
 */
export function eachObject(
  { nesting, attributes }: NestedType,
  value: Value,
  { config, prior = null }: { readonly config: Value; readonly prior?: Value },
  change: (object: ObjectValue, partners: Partners) => ObjectValue,
): Value {
  const changed = (object: Value, configured: Value, before: Value, step: Path) =>
    isObject(object) && !isUnknown(configured)
      ? change(object, {
          config: isObject(configured) ? configured : {},
          prior: isObject(before) ? before : undefined,
          step,
        })
      : object;
  if (nesting === 'single') return changed(value, config, prior, []);
  if (nesting === 'map') {
    if (!isObject(value)) return value;
    // The host has keys in NFC, and a default perhaps not.
    const at = (map: Value, key: string) =>
      (isObject(map) && (partOf(map, key) ?? partOf(map, key.normalize()))) || null;
    return mapValues(value, (object, key) => changed(object, at(config, key), at(prior, key), [{ key }]));
  }
  if (!isList(value)) return value;
  let configs = isList(config) ? config : [];
  const priors = isList(prior) ? prior : [];
  if (nesting === 'list')
    return value.map((object, index) => changed(object, configs[index] ?? null, priors[index] ?? null, [{ index }]));
  const type = objectType(attributes);
  return value.map((object) => {
    const configured = configs
      .filter((one) => fits(object, one, type))
      .reduce((most, one) => (fits(one, most, type) ? one : most), null);
    configs = configs.filter((one) => one !== configured);
    const before = configured === null ? undefined : priors.find((one) => fits(one, configured, type));
    return changed(object, configured, before ?? null, []);
  });
}

/**
 * Adds an error for each set of objects in which two have become equal, by a default or a plan modifier: Terraform would find one of them missing. What
 * they are configured as is told apart by the host.
 */
export function refuseEqualObjects(
  attributes: Attributes,
  planned: ObjectValue,
  diagnostics: Diagnostics,
  at: Path = [],
): void {
  for (const [name, { type }] of Object.entries(attributes)) {
    const value = planned[name] ?? null;
    if (!isNested(type) || !(isList(value) || isObject(value))) continue;
    const path = [...at, { attribute: name }];
    if (type.nesting === 'set' && isList(value) && hasTwins(value, objectType(type.attributes)))
      diagnostics.error(
        'Invalid value',
        `Two elements of ${formatPath(path)} are the same, defaults included. Remove one of them, or give it another value.`,
        path,
      );
    for (const [object, where] of nestedObjects(type, value, path, false))
      refuseEqualObjects(type.attributes, object, diagnostics, type.nesting === 'map' ? path : where);
  }
}

const hasTwins = (elements: readonly Value[], type: Type): boolean =>
  elements.some(
    (one, index) =>
      isWhollyKnown(one) &&
      elements.slice(index + 1).some((other) => isWhollyKnown(other) && valuesEqual(one, other, type)),
  );

/** True if a value has everything that is configured of it. */
function fits(value: Value, config: Value, type: Type): boolean {
  if (config === null) return true;
  if (isList(value) && isList(config)) {
    const one = (v: Value, c: Value, index: number) => fits(v, c, elementType(type, index));
    return type[0] === 'set'
      ? config.every((c) => value.some((v) => one(v, c, 0))) && value.every((v) => config.some((c) => one(v, c, 0)))
      : config.length === value.length && config.every((c, index) => one(value[index] ?? null, c, index));
  }
  if (!isObject(value) || !isObject(config)) return valuesEqual(value, config, type);
  return Object.keys(config).every((name) =>
    fits(partOf(value, name) ?? null, config[name] ?? null, partType(type, name)),
  );
}
