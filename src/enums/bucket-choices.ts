/** State of a bucket that its creation waits for. */
export enum BucketWait {
  /** Until the service has assigned alias and endpoint. */
  ENDPOINT = 'endpoint',
  /** Until the bucket is listed. */
  LISTED = 'listed',
  /** Nothing: a later refresh fills in alias and endpoint. */
  NONE = 'none',
}

/** Party that checks that a bucket is empty before it is destroyed. */
export enum DestroyCheck {
  /** The provider lists the bucket, with a read-only access key that it creates for this check and deletes again. */
  S3 = 's3',
  /** The service, which does not guarantee to refuse a bucket with objects. */
  SERVER = 'server',
}
