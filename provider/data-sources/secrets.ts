import { exactlyOneOf, listNested, string } from '../../framework';
import { defineDataSource } from '../service/connection';
import { getMany, nameRegex } from '../service/find-many';
import { lookInProject, projectOf } from '../service/project';
import { findBy, getOne, idOr, listedAttributes, lookForOneInProject, readTimeouts } from './common';

export const secretData = defineDataSource({
  typeName: 'secret',
  schema: {
    description:
      'A key/value secret that exists, found by `id` or by `name`. Never its value, which the service does not return. ' +
      'None, or more than one of a name, is an error.',
    attributes: {
      id: idOr('name'),
      name: findBy('Name of the secret.'),
      project_id: lookForOneInProject(),
      timeouts: readTimeouts(),
    },
  },

  configValidators: [exactlyOneOf('id', 'name')],

  async read(request) {
    const { config, connection } = request;
    const { id, name, project_id } = await getOne(request, connection.client.secrets, 'secret', 'name');
    return { id, name, project_id: project_id ?? config.project_id ?? null, timeouts: config.timeouts };
  },
});

/** Lists key/value secrets, without their values. An unreadable one that may match is an error (P32). */
export const secretsData = defineDataSource({
  typeName: 'secrets',
  schema: {
    description:
      'Key/value secrets that the token can see, of one project or all, without values. If nothing matches, the list is empty.',
    attributes: {
      name_regex: nameRegex('name'),
      project_id: lookInProject({ computed: true }),
      timeouts: readTimeouts(),
      secrets: listNested({
        computed: true,
        description: 'The matching secrets, sorted by `name`, then by `id`.',
        attributes: { ...listedAttributes(), name: string({ computed: true, description: 'Name of the secret.' }) },
      }),
    },
  },

  async read(request) {
    const { config, connection } = request;
    const found = await getMany(request, connection.client.secrets, (one) => one.name);
    const secrets = found.map(({ id, name, project_id }) => ({ id, name, project_id: project_id ?? null }));
    return { ...config, project_id: projectOf(config, connection) ?? null, secrets };
  },
});
