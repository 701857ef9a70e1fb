import { int64, string } from '../../framework';
import type { BucketRecord } from '../client';

/** The attributes of a listed bucket other than its id, its alias and its project. */
export const bucketDetails = {
  endpoint: string({ computed: true, description: 'S3 endpoint. Null until the service has assigned it.' }),
  max_size: int64({ computed: true, description: 'Quota in bytes. Null where the service does not list it.' }),
  description: string({ computed: true, description: 'Free-form text. Null when there is none.' }),
  created_at: int64({
    computed: true,
    description: 'Timestamp of creation, as the service gives it; its unit and epoch are not documented.',
  }),
  updated_at: int64({
    computed: true,
    description: 'Timestamp of the last update, as the service gives it; its unit and epoch are not documented.',
  }),
};

/** Converts a listed bucket to its attributes, id, alias and project included. An absent field is null, and so is an empty description. */
export function toBucket(record: BucketRecord) {
  return {
    id: record.id,
    alias: record.alias ?? null,
    project_id: record.project_id ?? null,
    endpoint: record.endpoint ?? null,
    max_size: record.max_size ?? null,
    description: record.description || null,
    created_at: record.created_at ?? null,
    updated_at: record.updated_at ?? null,
  };
}
