import { Diagnostics } from './diagnostic';
import { toBigInt } from './number';
import { path } from './path';
import type { Attribute } from './schema';
import { toObject, type Value } from './value';

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Name of the environment variable of an argument: `RANDOM_SEED` for `seed`, after the prefix `RANDOM_`. */
export const variableOf = (prefix: string, name: string): string => `${prefix}${name.toUpperCase()}`;

/** The value of an argument's environment variable, checked as if it were configured; null when there is none. */
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
  if (value === undefined) problems.error('', wanted(text, attribute));
  else for (const validate of attribute.validators ?? []) validate(value, path(name), problems);
  // Nothing of it is in the configuration, where Terraform would point to: the variable has to be named.
  for (const { detail } of problems.all) {
    diagnostics.error(
      `Invalid ${variable}`,
      `${name} comes from the environment variable ${variable}. ${detail} Correct or unset the variable.`,
      path(name),
    );
  }
  return value ?? null;
}

/** Undefined for what the argument does not take. */
function convert(text: string, { type }: Attribute): Value | undefined {
  if (type === 'bool') return { true: true, '1': true, false: false, '0': false }[text];
  if (type === 'number') return /^\d+$/.test(text) && toBigInt(Number(text)) !== undefined ? Number(text) : undefined;
  return Array.isArray(type) ? mapOfTexts(text) : text;
}

function mapOfTexts(json: string): Value | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    const entries = Object.entries(parsed);
    return entries.every(([, text]) => typeof text === 'string') ? toObject(entries) : undefined;
  } catch {
    return undefined;
  }
}

/** What the variable takes. Shows the text only where the argument has no secret. */
function wanted(text: string, { type, sensitive }: Attribute): string {
  const kind = Array.isArray(type)
    ? 'a JSON object of texts, such as {"X-Gateway-Key": "…"}'
    : type === 'bool'
      ? 'true or false'
      : 'a whole number';
  return sensitive ? `It must be ${kind}.` : `It must be ${kind}; got ${JSON.stringify(text)}.`;
}
