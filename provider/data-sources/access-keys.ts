import { listNested, string } from '../../framework';
import { defineDataSource } from '../service/connection';
import { lastingKeys } from '../service/ephemeral-keys';
import { getMany, nameRegex } from '../service/find-many';
import { lookInProject, projectOf } from '../service/project';
import { accessKeyDetails, toAccessKey } from './access-key-record';
import { readTimeouts } from './common';

/** Lists access keys but those that this provider block made for ephemeral resources (P28). An unreadable one that may match is an error (P32). */
export const accessKeysData = defineDataSource({
  typeName: 'access_keys',
  schema: {
    description:
      'S3 access keys that the token can see, of one project or all, without secret halves. Keys that this provider block has made for ephemeral ' +
      'resources are left out. Nothing found is an empty list.',
    attributes: {
      name_regex: nameRegex('`access_key_id`'),
      project_id: lookInProject({ computed: true }),
      timeouts: readTimeouts(),
      access_keys: listNested({
        computed: true,
        description: 'What was found, sorted by `access_key_id`, then by `id`.',
        attributes: {
          id: string({ computed: true, description: 'Identifier given by the service.' }),
          access_key_id: string({ computed: true, description: 'Public key id for S3 clients.' }),
          project_id: string({ computed: true, description: 'Project, null where the service does not list it.' }),
          ...accessKeyDetails,
        },
      }),
    },
  },

  async read(request) {
    const { config, connection } = request;
    const found = await getMany(request, lastingKeys(connection), ({ access_key_id }) => access_key_id);
    return { ...config, project_id: projectOf(config, connection) ?? null, access_keys: found.map(toAccessKey) };
  },
});
