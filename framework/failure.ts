/**
 * What may be said of an exception that nobody expected: its class, and where it was thrown. Its message may quote a value, and so
 * a secret: those of the JavaScript engine do.
 */

/** The class of what was thrown. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Where an exception was thrown, for the log: its class and the stack, without its message. */
export function stackOf(error: unknown): string {
  const { stack = '', message = '' } = error instanceof Error ? error : {};
  const start = message === '' ? 0 : stack.indexOf(message) + message.length;
  const frames = stack
    .slice(start)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return [nameOf(error), ...frames].join('\n');
}
