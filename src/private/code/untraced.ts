/**
 * Creates low-level constructs and tokens without the stack traces that CDKTF takes for each of their tokens, a third of the cost of
 * creating a construct. The traces would begin in this library, and are shown only for a token that cannot be resolved, which these
 * can. An error thrown meanwhile takes its own stack trace.
 */
export function untraced<T>(make: () => T): T {
  const { captureStackTrace } = Error;
  Error.captureStackTrace = () => undefined;
  try {
    return make();
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
}
