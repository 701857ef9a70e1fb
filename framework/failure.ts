/**
 * What a log may contain of an unexpected exception: its class and its stack, never its message. Messages of the JavaScript engine
 * quote values, and so perhaps secrets.
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
