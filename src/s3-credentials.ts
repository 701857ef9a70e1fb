import type { IConstruct } from 'constructs';

/** Credentials of an S3 client. Every attribute is a reference, known when Terraform runs. */
export interface IS3Credentials extends IConstruct {
  /** Public key id for S3 clients. */
  readonly accessKeyId: string;

  /** Secret half of the key; sensitive. */
  readonly secretAccessKey: string;

  /** S3 endpoint of the key. */
  readonly endpoint: string;
}
