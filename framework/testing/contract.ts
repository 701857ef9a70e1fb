import { type Attributes, attributeType, isNested, objectType } from '../schema/schema';
import { writeOnlyPaths, writeOnlyToNull } from '../schema/write-only';
import { elementType, partType, valuesEqual } from '../values/equal';
import { formatPath, type Path } from '../values/path';
import type { Type } from '../values/type';
import { isList, isObject, isUnknown, isWhollyKnown, type ObjectValue, type Value } from '../values/value';

/*
 * Terraform's rules for a provider's responses (plugin protocol, "The resource change lifecycle contract"). Each function of violations
 * returns descriptions of them, without values but with keys of maps; empty if there is none. Values have every attribute of the schema.
 */

type Violations = readonly string[];

/** A violated rule. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/** Throws a {@link ContractError} if there is a violation. */
export function uphold(step: string, violations: Violations): void {
  if (violations.length > 0) throw new ContractError(`${step}: ${violations.join('; ')}`);
}

/** Rules of a planned state, also of an opened ephemeral resource. `prior` is null for a create, the others for a destroy. Compares sets by place. */
export function planViolations(attributes: Attributes, config: Value, prior: Value, planned: Value): Violations {
  if (!isObject(config) || !isObject(planned)) {
    return config === null && planned === null ? [] : ['planned is null where config is not, or the other way round'];
  }
  return [
    ...writeOnlyViolations(attributes, planned),
    ...unlikeConfig(attributes, config, prior, planned, [], 'planned'),
  ];
}

/** The attributes that a read right after the apply changes from what is configured, or their default: the next plan changes them back, and so on. */
export const refreshViolations = (
  attributes: Attributes,
  config: ObjectValue,
  applied: ObjectValue,
  read: Value,
): Violations => (isObject(read) ? unlikeConfig(attributes, config, applied, read, [], 'read') : []);

/** The attributes that are neither as configured, nor as before, nor computed. `how` is such as "planned". */
function unlikeConfig(
  attributes: Attributes,
  config: ObjectValue,
  prior: Value,
  planned: ObjectValue,
  at: Path,
  how: string,
): Violations {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const { type, optional, computed, default: fallback, writeOnly } = attribute;
    const path = [...at, { attribute: name }];
    const [c, l] = [config[name] ?? null, planned[name] ?? null];
    const p = isObject(prior) ? (prior[name] ?? null) : null;
    const whole = attributeType(attribute);
    if (writeOnly || valuesEqual(l, c, whole)) return [];
    if (p !== null && c !== null && valuesEqual(l, p, whole)) return [];
    if (how === 'read' && c === null && fallback !== undefined)
      return [p, fallback].some((one) => valuesEqual(l, one, whole))
        ? []
        : [`${formatPath(path)} is read neither as its default nor as it was`];
    const isComputed = computed === true || fallback !== undefined;
    if (isComputed && (!optional || c === null)) return [];
    if (c === null) return [`${formatPath(path)} is ${how} though it is not configured and not computed`];
    if (!isNested(type)) return [`${formatPath(path)} is ${how} neither as configured nor as it was`];
    if (isUnknown(l) || l === null) return [`${formatPath(path)} is configured and not ${how}`];
    return parts(type.nesting, c, p, l).flatMap(([key, cPart, pPart, lPart]) => {
      if (valuesEqual(lPart, cPart, objectType(type.attributes))) return [];
      if (!isObject(cPart) || !isObject(lPart)) return [`${formatPath(path)}${key} is added or missing`];
      return unlikeConfig(type.attributes, cPart, pPart, lPart, path, how);
    });
  });
}

/** The objects inside a nested attribute by their key: configured, prior and planned. */
function parts(nesting: string, c: Value, p: Value, l: Value): [key: string, c: Value, p: Value, l: Value][] {
  if (nesting === 'single') return [['', c, p, l]];
  const entries = (value: Value): Record<string, Value> =>
    isList(value) ? Object.fromEntries(value.entries()) : isObject(value) ? value : {};
  const [configured, before, planned] = [entries(c), entries(p), entries(l)];
  const keys = [...new Set([...Object.keys(configured), ...Object.keys(planned)])];
  return keys.map((key) => [`[${key}]`, configured[key] ?? null, before[key] ?? null, planned[key] ?? null]);
}

/** Rules of the paths that replace ("requires_replace"): each is in the prior or the planned state. None for a create. */
export function replaceViolations(paths: readonly Path[], prior: Value, planned: Value): Violations {
  if (prior === null) return [];
  return paths
    .filter((path) => at(prior, path) === undefined && at(planned, path) === undefined)
    .map((path) => `requires_replace names ${formatPath(path)}, which is nowhere`);
}

/** The value at a path, which leads into no set; undefined if there is none. */
export function at(value: Value, path: Path): Value | undefined {
  return path.reduce<Value | undefined>((found, step) => {
    if ('index' in step) return isList(found) ? found[step.index] : undefined;
    const name = 'key' in step ? step.key : step.attribute;
    return isObject(found) ? found[name] : undefined;
  }, value);
}

/** Rules of any new state: it is wholly known and contains no write-only value. Null, for no object, breaks none. */
export function stateViolations(attributes: Attributes, state: Value): Violations {
  if (!isObject(state)) return [];
  return [
    ...writeOnlyViolations(attributes, state),
    ...(isWhollyKnown(state) ? [] : ['the state is not wholly known']),
  ];
}

/** Rules of the result of an apply without errors ("inconsistent result after apply"). `planned` is null for a delete. */
export function resultViolations(attributes: Attributes, planned: Value, result: Value): Violations {
  if (planned === null) return result === null ? [] : ['something is left after a delete'];
  if (result === null) return ['nothing is there after an apply'];
  return incompatibilities(planned, result, objectType(attributes), 'the result');
}

/** Rules of the second plan, in which the configuration is known ("inconsistent final plan"). */
export function finalPlanViolations(attributes: Attributes, first: Value, second: Value): Violations {
  return incompatibilities(first, second, objectType(attributes), 'the final plan');
}

/** The places where an actual value differs from the planned one. A planned unknown value may become any value. */
function incompatibilities(planned: Value, actual: Value, type: Type, at: string): Violations {
  if (isUnknown(planned)) return [];
  if (planned === null) return actual === null ? [] : [`${at}: was null, but now is not`];
  if (actual === null) return [`${at}: was not null, but now null`];
  if (isUnknown(actual)) return [`${at}: was known, but now unknown`];
  if (type[0] === 'set' && isList(planned) && isList(actual)) {
    const element = type[1] as Type;
    const fits = (a: Value, b: Value) => incompatibilities(a, b, element, at).length === 0;
    const complete =
      planned.every((a) => actual.some((b) => fits(a, b))) && actual.every((b) => planned.some((a) => fits(a, b)));
    return complete ? [] : [`${at}: a planned set element does not correlate with any element in actual`];
  }
  if (isList(planned) && isList(actual)) {
    const [was, is] = [planned.length, actual.length];
    if (was !== is) return [`${at}: length changed from ${was} to ${is}`];
    return planned.flatMap((one, i) => incompatibilities(one, actual[i] ?? null, elementType(type, i), `${at}[${i}]`));
  }
  if (isObject(planned) && isObject(actual)) {
    const names = [...new Set([...Object.keys(planned), ...Object.keys(actual)])];
    return names.flatMap((name) => {
      if (!(name in planned) || !(name in actual))
        return [`${at}.${name}: was ${name in planned ? 'present, but now absent' : 'absent, but now present'}`];
      return incompatibilities(planned[name] ?? null, actual[name] ?? null, partType(type, name), `${at}.${name}`);
    });
  }
  return valuesEqual(planned, actual, type) ? [] : [`${at}: was one value, but now another`];
}

/** Rules of an identity: an object that exists has one, and it is known. */
export function identityViolations(identity: Value | undefined, { exists }: { readonly exists: boolean }): Violations {
  if (!exists) return [];
  if (!isObject(identity)) return ['there is no identity'];
  return isWhollyKnown(identity) ? [] : ['the identity is not wholly known'];
}

/** Rules of a planned identity: it must be present if there is a prior object, and must be known: no CLI can show another one as JSON. */
export function plannedIdentityViolations(identity: Value | undefined, prior: Value): Violations {
  return identityViolations(identity, { exists: prior !== null || isObject(identity) });
}

/**
 * Rules of what Terraform stores beside a configuration with write-only values: no text of these is anywhere in it, not even in a part of a text from 8
 * characters on, unless the rest of the configuration has it, too, or the `prior` state had it. A hash of it is fine.
 */
export function leakViolations(
  attributes: Attributes,
  config: Value,
  stored: Value,
  privateText: string,
  prior: Value,
): Violations {
  if (!isObject(config)) return [];
  const known = [writeOnlyToNull(attributes, config), prior];
  const shown = new Set(known.flatMap((one) => texts(one)).map(([, text]) => text));
  const secrets = writeOnlyPaths(attributes, config)
    .flatMap((path) => texts(at(config, path) ?? null).map(([, text]) => [formatPath(path), text] as const))
    .filter(([, text]) => text !== '' && !shown.has(text));
  const has = (text: string, secret: string) => text === secret || (secret.length >= 8 && text.includes(secret));
  return secrets.flatMap(([name, secret]) => [
    ...texts(stored)
      .filter(([, text]) => !shown.has(text) && has(text, secret))
      .map(([path]) => `${formatPath(path)} has the value of ${name}, which is write-only`),
    ...(privateText.includes(JSON.stringify(secret))
      ? [`private state has the value of ${name}, which is write-only`]
      : []),
  ]);
}

/** Every text in a value with its path; of the parts of a map, with the path of the map. */
function texts(value: Value, at: Path = []): (readonly [Path, string])[] {
  if (typeof value === 'string') return [[at, value]];
  if (isList(value)) return value.flatMap((part, index) => texts(part, [...at, { index }]));
  if (isObject(value)) return Object.entries(value).flatMap(([attribute, part]) => texts(part, [...at, { attribute }]));
  return [];
}

/** Rules of any planned or stored object: it contains no write-only value. */
export const writeOnlyViolations = (attributes: Attributes, object: Value): Violations =>
  isObject(object)
    ? writeOnlyPaths(attributes, object).map((path) => `${formatPath(path)} is write-only and not null`)
    : [];
