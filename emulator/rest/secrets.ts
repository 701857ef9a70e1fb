import type { Secret } from '../domain/records';
import type { Rely } from '../domain/rules';
import type { Knobs } from '../settings/knobs';
import type { Operations } from './operation';
import { deletionOf, type JsonRecord } from './response';

export const secretOperations: Operations<'createSecret' | 'listSecrets' | 'updateSecret' | 'deleteSecret'> = {
  createSecret({ service, caller, body, rely }) {
    const created = service.secrets.create(caller, {
      projectId: body.project_id,
      name: body.name,
      value: Buffer.from(body.value, 'base64'),
    });
    return { kind: 'record', record: toRecord(created, rely) };
  },

  listSecrets({ service, caller, page, rely }) {
    const { items, ...rest } = service.secrets.list(caller, page);
    return { kind: 'page', page: { items: items.map((secret) => toRecord(secret, rely)), ...rest } };
  },

  updateSecret({ service, caller, body, rely }) {
    const value = Buffer.from(body.value, 'base64');
    const updated = service.secrets.update(caller, { id: body.id, name: body.name, value });
    return { kind: 'record', record: toRecord(updated, rely) };
  },

  deleteSecret({ service, caller, id }) {
    service.secrets.delete(caller, id);
    return { kind: 'none' };
  },
};

function toRecord(secret: Secret, rely: Rely<Knobs>): JsonRecord {
  const { id, name, projectId } = secret;
  const project = rely('secretFields') === 'with_project' ? { project_id: projectId } : {};
  return { id, name, ...project, ...deletionOf(secret, rely) };
}
