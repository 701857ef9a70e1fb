import type { SeenBucket } from '../domain/buckets';
import type { Rely } from '../domain/rules';
import type { Knobs } from '../settings/knobs';
import type { Operations } from './operation';
import { deletionOf, type JsonRecord } from './response';

export const bucketOperations: Operations<'createBucket' | 'listBuckets' | 'updateBucket' | 'deleteBucket'> = {
  async createBucket({ service, caller, body }) {
    const { id } = await service.buckets.create(caller, {
      projectId: body.project_id,
      maxSize: body.max_size,
      description: body.description,
    });
    // The interface shows this response with nothing but the id in it.
    return { kind: 'record', record: { id } };
  },

  listBuckets({ service, caller, page, rely, s3Endpoint }) {
    const { items, ...rest } = service.buckets.list(caller, page);
    return { kind: 'page', page: { items: items.map((bucket) => toRecord(bucket, rely, s3Endpoint)), ...rest } };
  },

  async updateBucket({ service, caller, body, rely, s3Endpoint }) {
    const bucket = await service.buckets.update(caller, {
      id: body.id,
      maxSize: body.max_size,
      description: body.description,
    });
    return { kind: 'record', record: toRecord(bucket, rely, s3Endpoint) };
  },

  async deleteBucket({ service, caller, id }) {
    await service.buckets.delete(caller, id);
    return { kind: 'none' };
  },
};

function toRecord(bucket: SeenBucket, rely: Rely<Knobs>, s3Endpoint: string): JsonRecord {
  const missing = { absent: undefined, hidden: undefined, null: null, empty: '' };
  const unit = rely('timestamps') === 'seconds' ? 1000 : 1;
  return {
    id: bucket.id,
    project_id: bucket.projectId,
    alias: bucket.showsAlias ? bucket.alias : missing[rely('unsettled')],
    endpoint: bucket.showsAlias ? s3Endpoint : missing[rely('unsettled')],
    max_size: bucket.maxSize,
    description: bucket.description === null ? missing[rely('noDescription')] : bucket.description,
    created_at: Math.floor(bucket.createdAt / unit),
    updated_at: Math.floor(bucket.updatedAt / unit),
    ...deletionOf(bucket, rely),
  };
}
