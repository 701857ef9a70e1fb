import { describeBadDuration, parseDuration } from './duration';
import { type Path, path } from './path';
import { type Attribute, type Attributes, type Model, nested, string } from './schema';
import { isObject, type ObjectValue } from './value';

/**
 * Time limits of operations, as Terraform's providers have them: `timeouts = { create = "10m" }`. When the time is over, whatever
 * the operation is doing is cancelled; what it made by then is kept.
 */

/** What can be given a time limit. */
export type TimedOperation = 'create' | 'read' | 'update' | 'delete' | 'open' | 'invoke';

/** The limit where nothing is configured, and that of operations which cannot be given one. */
const DEFAULT = '5m';

/** The limit of one operation under way. */
export interface TimeLimit {
  /** Undefined for what cannot be given a limit: nothing ends it but the interruption. */
  readonly operation: TimedOperation | undefined;
  readonly ms: number;
  /** Clock time at which it is over, in milliseconds. */
  readonly deadlineMs: number;
  /** What the practitioner has set, in milliseconds. */
  readonly configuredMs: number | undefined;
  /** Aborted when the time is over, and by what ends the operation early. */
  readonly signal: AbortSignal;
}

type OperationAttributes<O extends TimedOperation> = { readonly [N in O]: Attribute<string> };

/** An attribute `timeouts`, with its defaults. */
interface TimeoutsAttribute<O extends TimedOperation> extends Attribute<Model<OperationAttributes<O>>> {
  readonly defaults: Readonly<Partial<Record<TimedOperation, string>>>;
}

/** `timeouts` for these operations. Each is described by what it waits for; `defaults` names limits other than five minutes. */
export function timeouts<O extends TimedOperation>(
  operations: Readonly<Record<O, string>>,
  defaults: Readonly<Partial<Record<TimedOperation, string>>> = {},
): TimeoutsAttribute<O> {
  const attributes: Record<string, Attribute<string>> = {};
  for (const [operation, effect] of Object.entries<string>(operations)) {
    const otherwise = defaults[operation as TimedOperation] ?? DEFAULT;
    attributes[operation] = string({
      optional: true,
      description: `${effect} A duration such as \`90s\` or \`1h30m\`. Default \`${otherwise}\`.`,
      validators: [positiveDuration],
    });
  }
  const attribute = nested({
    optional: true,
    description: 'How long operations may take in all, waits and repetitions included.',
    attributes: attributes as Attributes as OperationAttributes<O>,
  });
  return { ...attribute, defaults };
}

/** How long an operation may take as it is configured in `values`; undefined where it cannot be given a limit. */
export function limitOf(
  attributes: Attributes,
  operation: TimedOperation,
  values: ObjectValue | undefined,
): { readonly ms: number; readonly configuredMs: number | undefined } | undefined {
  const attribute = attributes.timeouts;
  if (attribute === undefined || !isTimeouts(attribute)) return undefined;
  const configured = values?.timeouts;
  const text = configured !== undefined && isObject(configured) ? configured[operation] : undefined;
  const configuredMs = typeof text === 'string' ? parseDuration(text) : undefined;
  return { ms: configuredMs ?? parseDuration(attribute.defaults[operation] ?? DEFAULT) ?? 0, configuredMs };
}

/** The limit of what cannot be given one: only waits that the service asks for are held against it. */
export const unlimited = (beganMs: number, signal: AbortSignal): TimeLimit => {
  const ms = parseDuration(DEFAULT) ?? 0;
  return { operation: undefined, ms, deadlineMs: beganMs + ms, configuredMs: undefined, signal };
};

/** What an error says when the time was over, and where to set more. */
export function describeTimeOver({
  operation,
  ms,
}: TimeLimit): { readonly detail: string; readonly path: Path } | undefined {
  if (operation === undefined) return undefined;
  const detail =
    `The time limit was reached: ${formatMs(ms)}, by timeouts.${operation}. Everything that was made or changed until then stays; run the same command again ` +
    `to go on. For more time, set timeouts = { ${operation} = "…" }.`;
  return { detail, path: path('timeouts', operation) };
}

/** In the largest unit that needs no fraction. */
const formatMs = (ms: number) => {
  const [unit, size] = UNITS.find(([, unitMs]) => ms % unitMs === 0) ?? (['ms', 1] as const);
  return `${ms / size}${unit}`;
};

const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

const isTimeouts = (attribute: Attribute): attribute is TimeoutsAttribute<TimedOperation> => 'defaults' in attribute;

const positiveDuration: NonNullable<Attribute['validators']>[number] = (value, at, diagnostics) => {
  const problem = typeof value === 'string' ? describeBadDuration(value, 1) : undefined;
  if (problem !== undefined) diagnostics.error('Invalid value', problem, at);
};
