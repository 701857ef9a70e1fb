import * as z from 'zod';
import { permissions } from './records';
import { base64, id, maxSize, SECRET_NAME } from './scalars';

/**
 * The service's requests. The interface shows only in part which fields are required (interface, "Gaps"). Provider and emulator both
 * assume that every field is required unless the interface calls it optional.
 */

const secretName = z.string().regex(SECRET_NAME, 'must hold only lowercase letters, digits and hyphens');

export const createSecretRequest = z.object({ project_id: id, name: secretName, value: base64 });
export const updateSecretRequest = z.object({ id, name: secretName, value: base64 });

export const createPullSecretRequest = z.object({
  project_id: id,
  server: z.string().min(1),
  username: z.string().min(1),
  password: z.string().min(1),
});

/** Ours: the update of a pull secret in the `extended` dialect. The interface shows none. */
export const updatePullSecretRequest = createPullSecretRequest.omit({ project_id: true }).extend({ id });

export const createBucketRequest = z.object({
  project_id: id,
  max_size: maxSize,
  description: z.string().nullish(),
});

/** "Optionally other bucket fields": of these, a client can change only the description. */
export const updateBucketRequest = z.object({ id, max_size: maxSize, description: z.string().nullish() });

export const createAccessKeyRequest = z.object({ project_id: id, bucket_ids: z.array(id), permissions });
