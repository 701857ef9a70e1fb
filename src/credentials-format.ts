/**
 * Format in which the credentials of an access key are written into a secret.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const key = new RotatingAccessKey(stack, 'Backup');
 * uploads.grantReadWrite(key);
 * key.storeIn('backup-credentials', { format: CredentialsFormat.JSON });
 */
export class CredentialsFormat {
  /** The secret half alone. */
  public static readonly PLAIN = new CredentialsFormat('plain');
  /**
   * A JSON object with `access_key_id`, `secret_access_key`, `endpoint`, `region` and `buckets`, the sorted aliases. The key waits
   * until its buckets have alias and endpoint.
   */
  public static readonly JSON = new CredentialsFormat('json');
  /**
   * Dotenv text with `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL_S3`, `AWS_REGION` and `S3_BUCKETS`, the sorted
   * aliases separated by commas (and `S3_BUCKET`, if there is just one). The key waits until its buckets have alias and endpoint.
   */
  public static readonly ENV = new CredentialsFormat('env');

  private constructor(private readonly format: string) {}

  /** Whether both are the same format. */
  public isEqualTo(other: CredentialsFormat): boolean {
    return this.format === other.format;
  }

  /** The name of the format in Terraform, such as `json`. */
  public toString(): string {
    return this.format;
  }
}

/** Options for storing an access key in a secret. */
export interface StoreInOptions {
  /**
   * Format of the stored value.
   *
   * @default CredentialsFormat.PLAIN
   */
  readonly format?: CredentialsFormat;
}
