/**
 * Creates low-level constructs and tokens without the text of the stack traces that CDKTF takes for each of their tokens, a third
 * of the cost of creating a construct. The traces would begin in this library, and are shown only for a token that cannot be
 * resolved, which these can. An error thrown meanwhile keeps its own stack trace, which is formatted when it is read.
 */
export function untraced<T>(make: () => T): T {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = () => '';
  try {
    return make();
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}
