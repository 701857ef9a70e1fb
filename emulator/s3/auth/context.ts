/** Dependencies for checking a signature. */
export interface AuthContext {
  /** The secret half of a key, or undefined if the key does not exist (any more). */
  readonly findSecret: (accessKeyId: string) => string | undefined;
  /** Real time in milliseconds: judges the age of a signature (E5). */
  readonly realNow: () => number;
  /** The virtual clock in milliseconds: judges when a presigned URL or a POST policy has expired (E5). */
  readonly now: () => number;
  /** The only region to accept; undefined: any. */
  readonly region: string | undefined;
}
