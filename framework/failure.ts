/**
 * The `name` of an error, which is `Error` for a subclass that sets none; `typeof` of any other value. Never the message, which may quote
 * a value and so a secret: this may be logged.
 */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/**
 * The text of an error for a diagnostic, never for a log: its message, then that of its direct cause with the cause's code, without which
 * `fetch failed` says nothing. `String(error)` if it is no Error.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const { code } = cause as NodeJS.ErrnoException;
  const reason = [cause.message, code !== undefined && !cause.message.includes(code) && `(${code})`].filter(Boolean);
  return reason.length === 0 ? error.message : `${error.message}: ${reason.join(' ')}`;
}

/** The stack of an exception for the log: its name and its frames, without its message. */
export function stackOf(error: unknown): string {
  const { stack = '', message = '' } = error instanceof Error ? error : {};
  const start = message === '' ? 0 : stack.indexOf(message) + message.length;
  const frames = stack
    .slice(start)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return [nameOf(error), ...frames].join('\n');
}
