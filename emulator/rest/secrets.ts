import type { Secret } from '../domain/records';
import type { JsonRecord } from './answer';
import type { Knobs } from './knobs';
import type { Operations } from './operation';

/** Key/value secrets: `/secrets`. */
export const secretOperations: Operations<'createSecret' | 'listSecrets' | 'updateSecret' | 'deleteSecret'> = {
  createSecret({ service, caller, body, knobs }) {
    const created = service.secrets.create(caller, {
      projectId: body.project_id,
      name: body.name,
      value: Buffer.from(body.value, 'base64'),
    });
    return { kind: 'record', record: toRecord(created, knobs) };
  },

  listSecrets({ service, caller, page, knobs }) {
    const { items, ...rest } = service.secrets.list(caller, page);
    return { kind: 'page', page: { items: items.map((secret) => toRecord(secret, knobs)), ...rest } };
  },

  updateSecret({ service, caller, body, knobs }) {
    const value = Buffer.from(body.value, 'base64');
    const updated = service.secrets.update(caller, { id: body.id, name: body.name, value });
    return { kind: 'record', record: toRecord(updated, knobs) };
  },

  deleteSecret({ service, caller, id }) {
    service.secrets.delete(caller, id);
    return { kind: 'none' };
  },
};

function toRecord({ id, name, projectId }: Secret, { secretFields }: Knobs): JsonRecord {
  return secretFields === 'with_project' ? { id, name, project_id: projectId } : { id, name };
}
