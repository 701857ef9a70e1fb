/**
 * Format in which the credentials of an access key are written into a secret.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const key = new RotatingAccessKey(stack, 'Backup');
 * uploads.grantReadWrite(key);
 * key.storeIn('backup-credentials', { format: CredentialsFormat.JSON });
 */
export enum CredentialsFormat {
  /** The secret half alone. */
  PLAIN = 'plain',
  /**
   * A JSON object with `access_key_id`, `secret_access_key`, `endpoint`, `region` and `buckets`, the sorted aliases. The key waits
   * until its buckets have alias and endpoint.
   */
  JSON = 'json',
  /**
   * Dotenv text with `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL_S3`, `AWS_REGION` and `S3_BUCKETS`, the sorted
   * aliases separated by commas (and `S3_BUCKET`, if there is just one). The key waits until its buckets have alias and endpoint.
   */
  ENV = 'env',
}
