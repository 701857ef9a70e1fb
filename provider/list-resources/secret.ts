import type { Schema } from '../../framework';
import type { SecretRecord } from '../client';
import { defineListResource, toCall } from '../service/connection';
import { getMany, nameRegex, projectOf } from '../service/find-many';
import { fromList, lookInProject } from './common';

const schema = {
  description: 'Every key/value secret that the token can see, sorted by name; never a value.',
  attributes: {
    name_regex: nameRegex('name'),
    project_id: lookInProject(),
  },
} satisfies Schema;

/** Finds secrets. */
export const secretList = defineListResource({
  typeName: 'secret',
  schema,

  async list(request) {
    const { config, connection } = request;
    const wanted = {
      name: (one: SecretRecord) => one.name,
      nameRegex: config.name_regex,
      projectId: projectOf(config, connection),
    };
    const found = await getMany(fromList(connection.client.secrets, toCall(request)), wanted);
    return found.map((one) => ({ identity: { id: one.id }, displayName: one.name }));
  },
});
