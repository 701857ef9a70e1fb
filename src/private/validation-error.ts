/** Props or arguments that cannot work. The message names each problem on a line of its own, and never a secret. */
export class ValidationError extends Error {
  public override readonly name = 'ValidationError';
}
