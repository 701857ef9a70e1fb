import type { BucketGrants } from './bucket-grants';
import type { IBucketRef } from './bucket-ref';
import type { Permission } from './enums/permission';
import type { Grant, IGrantable } from './grant';
import type { IS3Credentials } from './s3-credentials';

/** Settings of `environment` and `connection` other than bucket and key. */
export interface BucketEnvironmentOptions {
  /**
   * Region for the request signature.
   *
   * @default us-east-1
   */
  readonly region?: string;
}

/** Where a bucket is and which key opens it; nothing of it is secret. */
export interface BucketConnection {
  /** URL of the S3 endpoint, with its scheme. */
  readonly endpoint: string;

  /** Region for the request signature. */
  readonly region: string;

  /** Name of the bucket to use with S3 clients. */
  readonly bucket: string;

  /** Public key id for S3 clients. */
  readonly accessKeyId: string;

  /** Name of the secret that holds the key, in the format chosen where the key was stored. */
  readonly secretName: string;
}

/** An S3 bucket, defined in this app or elsewhere. */
export interface IBucket extends IBucketRef {
  /** Name to use with S3 clients. An error for a bucket referred to by its id alone. */
  readonly alias: string;

  /** S3 endpoint. An error for a bucket referred to by its id alone. */
  readonly endpoint: string;

  /**
   * Returns the five environment variables of S3 clients for this bucket: `AWS_ENDPOINT_URL_S3`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`,
   * `AWS_SECRET_ACCESS_KEY`, and `S3_BUCKET`, which the program itself has to read. The secret half is among them, so treat the
   * result as a secret. A key that does not open the bucket is an error at synthesis.
   *
   * @param credentials key to sign in with, such as an `AccessKey`
   * @param options region
   */
  environment(credentials: IS3Credentials, options?: BucketEnvironmentOptions): { [name: string]: string };

  /**
   * Returns what a program needs to know to reach the bucket, without the secret half of the key: that is in the secret `secretName`,
   * which the program reads when it runs. A key that does not open the bucket is an error at synthesis, and so is a `secretName` that
   * is used although the key is stored in no secret.
   *
   * @param credentials key to sign in with, such as an `AccessKey` with `storeIn`
   * @param options region
   */
  connection(credentials: IS3Credentials, options?: BucketEnvironmentOptions): BucketConnection;

  /** Opens the bucket to keys, like `grantRead` and its sibling methods. */
  readonly grants: BucketGrants;

  /**
   * Lets the key do what a permission says: `grantRead` and its sibling methods with the permission as a value.
   *
   * @param grantee an access key, or a `BucketAccess`
   * @param permission the permission
   */
  grant(grantee: IGrantable, permission: Permission): Grant;

  /**
   * Lets the key download and list objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  grantRead(grantee: IGrantable): Grant;

  /**
   * Lets the key upload, overwrite and delete objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  grantWrite(grantee: IGrantable): Grant;

  /**
   * Lets the key read and write: `grantRead` and `grantWrite` in one grant.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  grantReadWrite(grantee: IGrantable): Grant;

  /**
   * Gives the key full control, including bucket metadata.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  grantOwner(grantee: IGrantable): Grant;
}
