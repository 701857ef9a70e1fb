/*
 * Time limits of operations, as usual in Terraform providers: `timeouts = { create = "10m" }`. When the time is over, the signal of the
 * limit is aborted, and the handler has to end; Terraform keeps what it has saved by then.
 */

import { formatDuration, parseDuration } from '../values/duration';
import { isObject, type ObjectValue, type Value } from '../values/value';
import { singleNested, string } from './attributes';
import type { Values } from './model';
import { type Attribute, type Attributes, isNested } from './schema';
import { duration } from './validators';

/** The operations that can have a time limit. */
export type TimedOperation = 'create' | 'read' | 'update' | 'delete' | 'open' | 'invoke';

const DEFAULT = '5m';

/** The time limit of a running operation. */
export interface TimeLimit {
  /**
   * Undefined for an operation whose limit cannot be configured. Such an operation is not aborted at `deadlineMs`, which then limits only its waits.
   */
  readonly operation: TimedOperation | undefined;
  /** Its length in milliseconds, from the beginning of the call. */
  readonly ms: number;
  /** When the operation times out, in milliseconds since 1970, on the clock of `now`. */
  readonly deadlineMs: number;
  /** The configured limit in milliseconds; undefined for the default. */
  readonly configuredMs: number | undefined;
  /** Aborted when the time is over, with a `TimeoutError`, or with the request's `signal`. */
  readonly signal: AbortSignal;
}

type OperationAttributes<O extends TimedOperation> = { readonly [N in O]: Attribute<string | null> };

export interface TimeoutsAttribute<O extends TimedOperation> extends Attribute<Values<OperationAttributes<O>> | null> {
  /** The default limit of each operation that has one. */
  readonly defaults: Readonly<Partial<Record<TimedOperation, string>>>;
}

/**
 * Makes the attribute `timeouts`. `operations` has the operations with a limit, each with a sentence for the reference page that says what is limited;
 * `defaults` has those that are not five minutes, such as `1h30m`. Another name or a bad default is a mistake (`requireSound`).
 */
export function timeouts<O extends TimedOperation>(
  operations: Readonly<Record<O, string>>,
  defaults?: Readonly<Partial<Record<NoInfer<O>, string>>>,
): TimeoutsAttribute<O> {
  const attributes: Record<string, Attribute<string | null>> = {};
  const limits: Partial<Record<string, string>> = {};
  for (const [operation, effect] of Object.entries<string>(operations)) {
    const otherwise = defaults?.[operation as O] ?? DEFAULT;
    limits[operation] = otherwise;
    attributes[operation] = string({
      optional: true,
      description: `${effect} A duration such as \`90s\` or \`1h30m\`. Default \`${otherwise}\`.`,
      validators: [duration(1)],
    });
  }
  const attribute = singleNested({
    optional: true,
    description: 'How long operations may take, including waits and retries.',
    attributes: attributes as Attributes as OperationAttributes<O>,
  });
  return { ...attribute, defaults: limits } as TimeoutsAttribute<O>;
}

/** The limit of an operation, configured in `values` or by default; undefined if it has none in {@link timeouts}. */
export function limitOf(
  attributes: Attributes,
  operation: TimedOperation,
  values: ObjectValue | undefined,
): { readonly ms: number; readonly configuredMs: number | undefined } | undefined {
  const { timeouts: attribute } = attributes;
  const byDefault = attribute && isTimeouts(attribute) ? attribute.defaults[operation] : undefined;
  if (byDefault === undefined) return undefined;
  const configured = values?.timeouts;
  const text = configured !== undefined && isObject(configured) ? configured[operation] : undefined;
  const configuredMs = typeof text === 'string' ? parseDuration(text) : undefined;
  return { ms: configuredMs ?? (parseDuration(byDefault) as number), configuredMs };
}

/** The limit of an operation that cannot have a configured one: only `signal` ends it, and waits that the service asks for have five minutes. */
export const unlimited = (beganMs: number, signal: AbortSignal): TimeLimit => {
  const ms = parseDuration(DEFAULT) as number;
  return { operation: undefined, ms, deadlineMs: beganMs + ms, configuredMs: undefined, signal };
};

/** The sentence that says that the time of an operation is over: the message of the error that aborts its signal. */
export const describeTimeOver = (operation: TimedOperation, ms: number): string =>
  `The time limit was reached: ${formatDuration(ms)}, by timeouts.${operation}.`;

/** The sentence that says where to set a longer limit. */
export const howToRaise = (operation: TimedOperation): string =>
  `For more time, set timeouts = { ${operation} = "…" }${operation === 'delete' ? ' and apply that first' : ''}.`;

/** True for the attribute that {@link timeouts} makes. */
export const isTimeouts = (attribute: Attribute): attribute is TimeoutsAttribute<TimedOperation> =>
  isNested(attribute.type) && isObject((attribute as { readonly defaults?: Value }).defaults ?? null);
