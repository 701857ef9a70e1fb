import type { AccessKey } from '../domain/records';
import type { Operations } from './operation';
import type { JsonRecord } from './response';

export const accessKeyOperations: Operations<'createAccessKey' | 'listAccessKeys' | 'deleteAccessKey'> = {
  async createAccessKey({ service, caller, body, s3Endpoint }) {
    const { secretAccessKey, ...key } = await service.accessKeys.create(caller, {
      projectId: body.project_id,
      bucketIds: body.bucket_ids,
      permissions: body.permissions,
    });
    // The only response that ever contains the secret half.
    return { kind: 'record', record: { ...toRecord(key, s3Endpoint), secret_access_key: secretAccessKey } };
  },

  listAccessKeys({ service, caller, page, s3Endpoint }) {
    const { items, ...rest } = service.accessKeys.list(caller, page);
    return { kind: 'page', page: { items: items.map((key) => toRecord(key, s3Endpoint)), ...rest } };
  },

  async deleteAccessKey({ service, caller, id }) {
    await service.accessKeys.delete(caller, id);
    return { kind: 'none' };
  },
};

function toRecord({ id, projectId, accessKeyId, bucketIds, permissions }: AccessKey, endpoint: string): JsonRecord {
  return {
    id,
    project_id: projectId,
    access_key_id: accessKeyId,
    bucket_ids: bucketIds,
    permissions,
    endpoint,
  };
}
