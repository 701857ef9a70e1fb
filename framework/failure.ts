/**
 * A log may contain the class and the stack of an unexpected exception, but never its message, because messages of the JavaScript
 * engine quote values, and so perhaps secrets.
 */

/** The name of the class of an error; the type of any other value that was thrown. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** The message of an error with that of its cause, without which `fetch failed` says nothing; any other value that was thrown as a text. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const { code } = cause as NodeJS.ErrnoException;
  const reason = [cause.message, code !== undefined && !cause.message.includes(code) && `(${code})`].filter(Boolean);
  return reason.length === 0 ? error.message : `${error.message}: ${reason.join(' ')}`;
}

/** The stack of an exception for the log: its class and its frames, without its message. */
export function stackOf(error: unknown): string {
  const { stack = '', message = '' } = error instanceof Error ? error : {};
  const start = message === '' ? 0 : stack.indexOf(message) + message.length;
  const frames = stack
    .slice(start)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return [nameOf(error), ...frames].join('\n');
}
