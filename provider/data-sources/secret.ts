import { exactlyOneOf } from '../../framework';
import { defineDataSource } from '../service/connection';
import { findBy, getOne, idOr, lookForOneInProject, readTimeouts } from './common';

/** Looks up one key/value secret, by its id or its name, without its value. */
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
    return { id, name, project_id: project_id ?? config.project_id, timeouts: config.timeouts };
  },
});
