import { listNested, string } from '../../framework';
import { defineDataSource } from '../service/connection';
import { getMany, nameRegex, projectOf } from '../service/find-many';
import { aliasOf, bucketDetails, toBucket } from './bucket-record';
import { lookInProject, readTimeouts } from './common';

/** Lists buckets. */
export const bucketsData = defineDataSource({
  typeName: 'buckets',
  schema: {
    description: 'Every S3 bucket that the token can see. Nothing found is an empty list.',
    attributes: {
      name_regex: nameRegex('`alias`'),
      project_id: lookInProject(),
      timeouts: readTimeouts(),
      buckets: listNested({
        computed: true,
        description: 'What was found, sorted by `alias`, then by `id`; buckets without an alias yet come last.',
        attributes: {
          id: string({ computed: true, description: 'Identifier given by the service.' }),
          alias: string({
            computed: true,
            description: 'Name to use with S3 clients. Null until the service has assigned it.',
          }),
          project_id: string({ computed: true, description: 'Project, null where the service does not list it.' }),
          ...bucketDetails,
        },
      }),
    },
  },

  async read(request) {
    const { config, connection } = request;
    const projectId = projectOf(config, connection);
    const found = await getMany(request, connection.client.buckets, aliasOf);
    return { ...config, project_id: projectId ?? null, buckets: found.map(toBucket) };
  },
});
