import type { PullSecret } from '../domain/records';
import type { Rely } from '../domain/rules';
import type { Knobs } from '../settings/knobs';
import type { Operations } from './operation';
import { deletionOf, type JsonRecord } from './response';

type Names = 'createPullSecret' | 'listPullSecrets' | 'updatePullSecret' | 'deletePullSecret';

export const pullSecretOperations: Operations<Names> = {
  createPullSecret({ service, caller, rely, body: { project_id: projectId, ...credentials } }) {
    return {
      kind: 'record',
      record: toRecord(service.pullSecrets.create(caller, { projectId, ...credentials }), rely),
    };
  },

  listPullSecrets({ service, caller, page, rely }) {
    const { items, ...rest } = service.pullSecrets.list(caller, page);
    return { kind: 'page', page: { items: items.map((one) => toRecord(one, rely)), ...rest } };
  },

  updatePullSecret({ service, caller, body, rely }) {
    return { kind: 'record', record: toRecord(service.pullSecrets.update(caller, body), rely) };
  },

  deletePullSecret({ service, caller, id }) {
    service.pullSecrets.delete(caller, id);
    return { kind: 'none' };
  },
};

function toRecord(pullSecret: PullSecret, rely: Rely<Knobs>): JsonRecord {
  const { id, projectId, server, username } = pullSecret;
  return { id, project_id: projectId, server, username, ...deletionOf(pullSecret, rely) };
}
