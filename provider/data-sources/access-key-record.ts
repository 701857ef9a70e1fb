import { bool, set, singleNested, string } from '../../framework';
import type { AccessKeyRecord } from '../client';
import { toPermissions } from '../service/permissions';

/** The attributes of a listed access key other than its ids and its project. Lists never contain the secret half. */
export const accessKeyDetails = {
  bucket_ids: set({
    elementType: 'string',
    computed: true,
    description: 'Ids of the buckets that the key can access.',
  }),
  permissions: singleNested({
    computed: true,
    description: 'What the key may do with all its buckets.',
    attributes: {
      read: bool({ computed: true, description: 'Download and list objects.' }),
      write: bool({ computed: true, description: 'Upload, overwrite and delete objects.' }),
      owner: bool({ computed: true, description: 'Full control, including bucket metadata.' }),
    },
  }),
  endpoint: string({ computed: true, description: 'S3 endpoint for this key.' }),
};

/** A listed access key as attributes, with ids and project. Absent is null, and so is an empty key id or endpoint; an absent permission is false. */
export function toAccessKey({ permissions, ...record }: AccessKeyRecord) {
  return {
    id: record.id,
    access_key_id: record.access_key_id || null,
    project_id: record.project_id ?? null,
    bucket_ids: record.bucket_ids ?? null,
    permissions: permissions ? toPermissions(permissions) : null,
    endpoint: record.endpoint || null,
  };
}
