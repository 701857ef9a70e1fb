import { listNested, string } from '../../framework';
import { defineDataSource } from '../service/connection';
import { getMany, nameRegex } from '../service/find-many';
import { lookInProject, projectOf } from '../service/project';
import { bucketDetails, toBucket } from './bucket-record';
import { readTimeouts } from './common';

/** Lists buckets. An unreadable one that may match is an error (P32). */
export const bucketsData = defineDataSource({
  typeName: 'buckets',
  schema: {
    description: 'S3 buckets that the token can see, of one project or all. Nothing found is an empty list.',
    attributes: {
      name_regex: nameRegex('`alias`'),
      project_id: lookInProject({ computed: true }),
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
    const found = await getMany(request, connection.client.buckets, ({ alias }) => alias);
    return { ...config, project_id: projectOf(config, connection) ?? null, buckets: found.map(toBucket) };
  },
});
