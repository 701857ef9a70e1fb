/** What checking a signature needs from outside. */
export interface AuthContext {
  /** The secret half of a key, or undefined when there is no such key (any more). */
  readonly findSecret: (accessKeyId: string) => string | undefined;
  /** Real time in milliseconds: judges the age of a signature (E5). */
  readonly realNow: () => number;
  /** The virtual clock in milliseconds: judges when a presigned URL or a POST policy has expired (E5). */
  readonly now: () => number;
  /** The only region to accept; undefined: any. */
  readonly region: string | undefined;
}
