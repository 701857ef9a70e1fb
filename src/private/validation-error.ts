/** Invalid props or arguments. The message names each problem on its own line, and never a secret. */
export class ValidationError extends Error {
  public override readonly name = 'ValidationError';
}
