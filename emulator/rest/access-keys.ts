import type { AccessKey, Permissions } from '../domain/records';
import type { Rely } from '../domain/rules';
import type { Knobs } from '../settings/knobs';
import type { Operations } from './operation';
import { deletionOf, type JsonRecord } from './response';

export const accessKeyOperations: Operations<'createAccessKey' | 'listAccessKeys' | 'deleteAccessKey'> = {
  async createAccessKey({ service, caller, body, rely, s3Endpoint }) {
    const { secretAccessKey, ...key } = await service.accessKeys.create(caller, {
      projectId: body.project_id,
      bucketIds: body.bucket_ids,
      permissions: body.permissions,
    });
    // The only response that ever contains the secret half.
    return { kind: 'record', record: { ...toRecord(key, rely, s3Endpoint), secret_access_key: secretAccessKey } };
  },

  listAccessKeys({ service, caller, page, rely, s3Endpoint }) {
    const { items, ...rest } = service.accessKeys.list(caller, page);
    return { kind: 'page', page: { items: items.map((key) => toRecord(key, rely, s3Endpoint)), ...rest } };
  },

  async deleteAccessKey({ service, caller, id }) {
    await service.accessKeys.delete(caller, id);
    return { kind: 'none' };
  },
};

function toRecord(key: AccessKey, rely: Rely<Knobs>, endpoint: string): JsonRecord {
  const { id, projectId, accessKeyId, bucketIds, permissions } = key;
  return {
    id,
    project_id: projectId,
    access_key_id: accessKeyId,
    bucket_ids: bucketIds,
    permissions: shownPermissions(permissions, rely),
    endpoint,
    ...deletionOf(key, rely),
  };
}

function shownPermissions(sent: Permissions, rely: Rely<Knobs>): Permissions {
  const { read, write, owner } = sent;
  // Without these two, all forms are the same.
  if (!owner && (read || !write)) return sent;
  switch (rely('listedPermissions')) {
    case 'as_sent':
      return sent;
    case 'owner_has_all':
      return { read: read || owner, write: write || owner, owner };
    case 'write_has_read':
      return { read: read || write, write, owner };
    case 'both':
      return { read: read || write || owner, write: write || owner, owner };
    case 'without_owner':
      return owner ? { read: true, write: true, owner: false } : sent;
  }
}
