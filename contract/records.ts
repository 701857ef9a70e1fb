import * as z from 'zod';
import { id, integer } from './scalars';

/**
 * The records in the service's responses. The schemas are tolerant: the interface shows which fields exist but not which are always present, and its
 * lists may lag behind (a new bucket lacks alias and endpoint), so every field except the id may be absent or null. Unknown fields are dropped.
 */

/** A field that a response may leave out. Absent and null mean the same and become `undefined`. */
const maybe = <T extends z.ZodType>(type: T) =>
  type.nullish().transform((value): z.output<T> | undefined => value ?? undefined);

/** Permissions of an access key; one set for all its buckets (interface, "Permission meanings"). */
export const permissions = z.object({ read: z.boolean(), write: z.boolean(), owner: z.boolean() });

/** A key/value secret as listed, never with its value. The interface does not show `project_id`; it is read if present. */
export const secretRecord = z.object({ id, name: z.string(), project_id: maybe(z.string()) });

/** A pull secret as some servers return it, never with its password. The interface shows only the id. */
export const pullSecretRecord = z.object({
  id,
  project_id: maybe(z.string()),
  server: maybe(z.string()),
  username: maybe(z.string()),
});

/** A bucket as listed. Alias and endpoint appear some time after the id (interface, "States and transitions"). */
export const bucketRecord = z.object({
  id,
  project_id: maybe(z.string()),
  alias: maybe(z.string()),
  endpoint: maybe(z.string()),
  max_size: maybe(integer),
  description: maybe(z.string()),
  created_at: maybe(integer),
  updated_at: maybe(integer),
});

/** An access key as listed: without its secret half. */
export const accessKeyRecord = z.object({
  id,
  project_id: maybe(z.string()),
  access_key_id: maybe(z.string()),
  bucket_ids: maybe(z.array(z.string())),
  permissions: maybe(permissions.partial()),
  endpoint: maybe(z.string()),
});

/** An access key as created: the only response that ever holds `secret_access_key` (interface, rule 4). */
export const createdAccessKeyRecord = accessKeyRecord.extend({ secret_access_key: z.string().min(1) });

export type Permissions = z.output<typeof permissions>;
export type SecretRecord = z.output<typeof secretRecord>;
export type PullSecretRecord = z.output<typeof pullSecretRecord>;
export type BucketRecord = z.output<typeof bucketRecord>;
export type AccessKeyRecord = z.output<typeof accessKeyRecord>;
export type CreatedAccessKeyRecord = z.output<typeof createdAccessKeyRecord>;
