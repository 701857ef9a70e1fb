import type { PullSecret } from '../domain/records';
import type { Operations } from './operation';
import type { JsonRecord } from './response';

type Names = 'createPullSecret' | 'listPullSecrets' | 'updatePullSecret' | 'deletePullSecret';

export const pullSecretOperations: Operations<Names> = {
  createPullSecret({ service, caller, body: { project_id: projectId, ...credentials } }) {
    return { kind: 'record', record: toRecord(service.pullSecrets.create(caller, { projectId, ...credentials })) };
  },

  listPullSecrets({ service, caller, page }) {
    const { items, ...rest } = service.pullSecrets.list(caller, page);
    return { kind: 'page', page: { items: items.map(toRecord), ...rest } };
  },

  updatePullSecret({ service, caller, body }) {
    return { kind: 'record', record: toRecord(service.pullSecrets.update(caller, body)) };
  },

  deletePullSecret({ service, caller, id }) {
    service.pullSecrets.delete(caller, id);
    return { kind: 'none' };
  },
};

function toRecord({ id, projectId, server, username }: PullSecret): JsonRecord {
  return { id, project_id: projectId, server, username };
}
