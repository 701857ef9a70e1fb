import type { CredentialsFormat } from './enums/credentials-format';

/** Options for storing an access key in a secret. */
export interface StoreInOptions {
  /**
   * Format of the stored value.
   *
   * @default CredentialsFormat.PLAIN
   */
  readonly format?: CredentialsFormat;
}
