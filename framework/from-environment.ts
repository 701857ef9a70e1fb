import { Diagnostics } from './diagnostic';
import { conform } from './schema/fit-state-to-schema';
import type { Values } from './schema/model';
import { type Attribute, type Attributes, attributeType, isNested, type Schema } from './schema/schema';
import { validateAttributes } from './schema/validate';
import { fromJson, parseJson } from './values/json-value';
import { fromNumberText, NUMBERS, toInt64 } from './values/number';
import { path } from './values/path';
import { gotOf, isSecret } from './values/quote-value';
import type { NumberType, Type } from './values/type';
import { partOf, type Value } from './values/value';

/** Environment variables. A variable that is not set is missing or undefined. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The environment variable of an argument: `RANDOM_SEED` for the prefix `RANDOM_` and the argument `seed`. */
export const variableOf = (prefix: string, name: string): string => `${prefix}${name.toUpperCase()}`;

/**
 * Returns the configuration with each null replaced by the value of its environment variable ({@link fromEnvironment}). Adds an error for each
 * invalid value: continue only if there are none.
 */
export function withEnvironment<A extends Attributes>(
  { attributes }: Schema<A>,
  prefix: string,
  config: Values<A>,
  env: Variables,
  diagnostics: Diagnostics,
): Values<A> {
  const filled = Object.entries<Attribute>(attributes).map(([name, attribute]): [string, unknown] => [
    name,
    config[name] ?? fromEnvironment(prefix, name, attribute, env, diagnostics),
  ]);
  return Object.fromEntries(filled) as Values<A>;
}

/**
 * Reads the environment variable of an argument, and adds an error for what does not fit its type, and what its validators, and those of its parts,
 * find. Null if it is not set, empty or of another type. A bool is `true`, `1`, `false` or `0`, a number has no exponent, a collection or an object
 * is JSON without nulls, in which attributes may be missing and unknown ones are dropped. Throws what a validator throws.
 */
export function fromEnvironment(
  prefix: string,
  name: string,
  attribute: Attribute,
  env: Variables,
  diagnostics: Diagnostics,
): Value {
  const variable = variableOf(prefix, name);
  const text = env[variable];
  if (text === undefined || text === '') return null;
  const value = convert(text, attribute);
  const problems = new Diagnostics();
  const got = gotOf(hasSecret(attribute))(text);
  if (value === undefined) problems.error('Invalid value', `It must be ${wanted(attribute)}${got}.`);
  else validateAttributes({ [name]: attribute }, { [name]: value }, problems);
  // The path shows the block, which does not contain the argument: the text names the variable.
  for (const { severity, detail: problem, ...one } of problems.all) {
    const summary = severity === 'error' ? `Invalid ${variable}` : one.summary;
    const detail = `${name} comes from the environment variable ${variable}. ${problem} Correct or unset the variable.`;
    diagnostics.add({ severity, summary, detail, path: path(name) });
  }
  return value ?? null;
}

/** Returns true for an attribute that is sensitive or has a sensitive part, because the text of the variable contains all parts. */
const hasSecret = (attribute: Attribute): boolean =>
  isSecret(attribute) || (isNested(attribute.type) && Object.values(attribute.type.attributes).some(hasSecret));

/** Converts the text to the argument's type; undefined if it cannot. */
function convert(text: string, { type }: Attribute): Value | undefined {
  if (type === 'bool') return partOf({ true: true, '1': true, false: false, '0': false }, text);
  if (type === 'int64') return /^-?\d+$/.test(text) ? toInt64(BigInt(text)) : undefined;
  if (type === 'integer') return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
  if (type === 'number' || type === 'float64') return /^-?\d+(\.\d+)?$/.test(text) ? fromNumberText(text) : undefined;
  return type === 'string' ? text : fromJsonText(text, attributeType({ type, description: '' }));
}

/** The value of a type with parts, which stands in the variable as JSON without null; undefined if it does not fit. */
function fromJsonText(text: string, type: Type): Value | undefined {
  try {
    const json = parseJson(text);
    const value = fromJson(json, type);
    const fits = conform({ value }, ['object', { value: type }], null).misfits.length === 0;
    return fits && !hasNull(json) ? value : undefined;
  } catch {
    return undefined;
  }
}

const hasNull = (json: Value): boolean =>
  json === null || (typeof json === 'object' && Object.values(json).some((part) => hasNull(part as Value)));

/** Describes the accepted values of the variable. */
function wanted({ type }: Attribute): string {
  if (type === 'bool') return 'true or false';
  if (typeof type === 'string' && type in NUMBERS) return NUMBERS[type as NumberType].name;
  const [kind, part] = attributeType({ type, description: '' });
  const [name, example] = kind === 'map' || kind === 'object' ? ['object', '{"name": "…"}'] : ['array', '["…"]'];
  return `a JSON ${name}${part === 'string' ? ` of texts, such as ${example}` : ' without null'}`;
}
