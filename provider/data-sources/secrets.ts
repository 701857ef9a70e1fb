import { listNested, string } from '../../framework';
import { defineDataSource } from '../service/connection';
import { getMany, nameRegex } from '../service/find-many';
import { lookInProject, projectOf } from '../service/project';
import { readTimeouts } from './common';

/** Lists key/value secrets, without their values. An unreadable one that may match is an error (P32). */
export const secretsData = defineDataSource({
  typeName: 'secrets',
  schema: {
    description:
      'Key/value secrets that the token can see, of one project or all, without values. Nothing found is an empty list.',
    attributes: {
      name_regex: nameRegex('name'),
      project_id: lookInProject({ computed: true }),
      timeouts: readTimeouts(),
      secrets: listNested({
        computed: true,
        description: 'What was found, sorted by `name`, then by `id`.',
        attributes: {
          id: string({ computed: true, description: 'Identifier given by the service.' }),
          name: string({ computed: true, description: 'Name of the secret.' }),
          project_id: string({ computed: true, description: 'Project, null where the service does not list it.' }),
        },
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
