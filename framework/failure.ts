/** Any value as text of valid Unicode, for what should be text but came from code without types: empty for null and undefined. Never throws. */
export function textOf(value: unknown): string {
  try {
    return String(value ?? '').toWellFormed();
  } catch {
    return typeof value;
  }
}

/** True for the result of an async function, which code without types may return where a value belongs. */
export const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

/**
 * The `name` of an error, which is `Error` for a subclass that sets none; `typeof` of any other value. Never the message, which may quote
 * a value and so a secret: this may be logged.
 */
export function nameOf(error: unknown): string {
  return error instanceof Error ? textOf(error.name) : typeof error;
}

/**
 * The text of an error for a diagnostic, never for a log: its message, then that of its direct cause with the cause's code, without which
 * `fetch failed` says nothing. `String(error)` if it is no Error.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const whole = textOf(error.message);
  if (!(cause instanceof Error)) return whole;
  const { code } = cause as NodeJS.ErrnoException;
  const [why, id] = [textOf(cause.message), textOf(code)];
  const reason = [why, !why.includes(id) && `(${id})`].filter(Boolean);
  return reason.length === 0 ? whole : `${whole}: ${reason.join(' ')}`;
}

/** The stack of an exception for the log: its name and its frames, without its message. */
export function stackOf(error: unknown): string {
  const [stack, message] = error instanceof Error ? [textOf(error.stack), textOf(error.message)] : ['', ''];
  const start = message === '' ? 0 : stack.indexOf(message) + message.length;
  const frames = stack
    .slice(start)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return [nameOf(error), ...frames].join('\n');
}
