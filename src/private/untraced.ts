/**
 * Makes low-level constructs and tokens without the text of the stack traces that CDKTF takes of each of their tokens, a third of what
 * making a construct costs. They would begin in this library, and are told only of a token that cannot be resolved, which these can. What is
 * thrown meanwhile keeps its own: that is written when somebody asks for it.
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
