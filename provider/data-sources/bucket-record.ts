import { number, string } from '../../framework/schema';
import type { BucketRecord } from '../client';

/** What a listed bucket says beside its id, its alias and its project. */
export const bucketDetails = {
  endpoint: string({ computed: true, description: 'S3 endpoint. Null until the service has assigned it.' }),
  max_size: number({ computed: true, description: 'Quota in bytes.' }),
  description: string({ computed: true, description: 'Free-form text. Null when there is none.' }),
  created_at: number({
    computed: true,
    description: 'Timestamp of creation, as the service gives it; its unit and epoch are not documented.',
  }),
  updated_at: number({
    computed: true,
    description: 'Timestamp of the last update, as the service gives it; its unit and epoch are not documented.',
  }),
};

/** An alias that is not assigned yet may be listed as an empty text. */
export const aliasOf = ({ alias }: BucketRecord) => alias || undefined;

/** A listed bucket as attributes. */
export function toBucket(record: BucketRecord) {
  return {
    id: record.id,
    alias: aliasOf(record) ?? null,
    project_id: record.project_id ?? null,
    endpoint: record.endpoint || null,
    max_size: record.max_size ?? null,
    description: record.description || null,
    created_at: record.created_at ?? null,
    updated_at: record.updated_at ?? null,
  };
}
