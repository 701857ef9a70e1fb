import * as z from 'zod';

/** The smallest quota in bytes. The interface does not say whether 0 is allowed; both sides of this project refuse it. */
export const MIN_BUCKET_SIZE = 1n;

/** The largest quota in bytes: the largest integer that Terraform and 64-bit servers exchange without loss. */
export const MAX_BUCKET_SIZE = 2n ** 63n - 1n;

/** The pattern of a secret's name: lowercase letters, digits and hyphens (interface, "Key/value secret"). */
export const SECRET_NAME = /^[a-z0-9-]+$/;

/** The pattern of a bucket's alias, its name in S3, which the service chooses (Amazon S3 User Guide, "Bucket naming rules"). */
export const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Standard-alphabet base64 with padding and without line breaks (RFC 4648, section 4). */
export const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** An id given by the service: opaque, never empty. */
export const id = z.string().min(1);

/** A JSON integer of any size as `bigint`, so that no digit is lost; `json.ts` reads and writes it. */
export const integer = z
  .union([z.bigint(), z.int()])
  .transform((value) => BigInt(value))
  .meta({ wire: 'integer' });

/** A quota in a request: 1 to 2^63 - 1 bytes. */
export const maxSize = integer
  .refine((bytes) => bytes >= MIN_BUCKET_SIZE && bytes <= MAX_BUCKET_SIZE, `must be from 1 to ${MAX_BUCKET_SIZE}`)
  .meta({ wire: 'integer', minimum: 1, description: 'Quota in bytes.' });

/** A secret's value on the wire: base64-encoded text (interface, rule 1). */
export const base64 = z
  .string()
  .regex(BASE64, 'must be base64: standard alphabet, padded, without line breaks')
  .meta({ contentEncoding: 'base64' });
