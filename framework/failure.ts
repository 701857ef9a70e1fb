/**
 * A log may contain the class and the stack of an unexpected exception, but never its message, because messages of the JavaScript
 * engine quote values, and so perhaps secrets.
 */

/** The name of the class of an error; the type of any other value that was thrown. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
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
