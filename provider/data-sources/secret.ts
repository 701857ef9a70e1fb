import { exactlyOneOf, lengthAtLeast, type Schema, string } from '../../framework';
import type { SecretRecord } from '../client';
import { defineDataSource, toCall } from '../service/connection';
import { getOne, lookForOneInProject, readTimeouts } from './common';

const schema = {
  description:
    'A key/value secret that exists, found by `id` or by `name`. Never its value, which the service does not return. ' +
    'None, or more than one of a name, is an error.',
  attributes: {
    id: string({
      optional: true,
      computed: true,
      description: 'Identifier given by the service. Exactly one of `id` and `name` is set.',
      validators: [lengthAtLeast(1)],
    }),
    name: string({
      optional: true,
      computed: true,
      description: 'Name of the secret.',
      validators: [lengthAtLeast(1)],
    }),
    project_id: lookForOneInProject(),
    timeouts: readTimeouts(),
  },
} satisfies Schema;

/** Looks up one key/value secret. */
export const secretData = defineDataSource({
  typeName: 'secret',
  schema,

  configValidators: [exactlyOneOf('id', 'name')],

  async read(request) {
    const { config, connection } = request;
    const wanted = {
      noun: 'secret',
      by: 'name',
      id: config.id,
      name: config.name,
      projectId: config.project_id,
    } as const;
    const found = await getOne<SecretRecord>(connection.client.secrets, wanted, connection, toCall(request));
    const { id, name, project_id = config.project_id } = found;
    return { id, name, project_id, timeouts: config.timeouts };
  },
});
