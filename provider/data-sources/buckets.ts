import { exactlyOneOf, int64, listNested, string } from '../../framework';
import type { BucketRecord } from '../client';
import { defineDataSource } from '../service/connection';
import { getMany, nameRegex } from '../service/find-many';
import { lookInProject, projectOf } from '../service/project';
import { findBy, getOne, idOr, listedAttributes, lookForOneInProject, readTimeouts } from './common';

const bucketDetails = {
  endpoint: string({ computed: true, description: 'S3 endpoint. Null until the service has assigned it.' }),
  max_size: int64({ computed: true, description: 'Quota in bytes. Null where the service does not list it.' }),
  description: string({ computed: true, description: 'Free-form text. Null when there is none.' }),
  created_at: int64({
    computed: true,
    description: 'Timestamp of creation, as the service gives it; its unit and epoch are not documented.',
  }),
  updated_at: int64({
    computed: true,
    description: 'Timestamp of the last update, as the service gives it; its unit and epoch are not documented.',
  }),
};

/** Converts a listed bucket to its attributes, id, alias and project included. An absent field is null, and so is an empty description. */
function toBucket(record: BucketRecord) {
  return {
    id: record.id,
    alias: record.alias ?? null,
    project_id: record.project_id ?? null,
    endpoint: record.endpoint ?? null,
    max_size: record.max_size ?? null,
    description: record.description || null,
    created_at: record.created_at ?? null,
    updated_at: record.updated_at ?? null,
  };
}

export const bucketData = defineDataSource({
  typeName: 'bucket',
  schema: {
    description:
      'An S3 bucket that exists, found by `id` or by `alias`. None, or more than one of an alias, is an error; so is an alias ' +
      'that the service has not assigned yet.',
    attributes: {
      id: idOr('alias'),
      alias: findBy('Name to use with S3 clients. Null until the service has assigned it.'),
      project_id: lookForOneInProject(),
      timeouts: readTimeouts(),
      ...bucketDetails,
    },
  },

  configValidators: [exactlyOneOf('id', 'alias')],

  async read(request) {
    const { config, connection } = request;
    const found = toBucket(await getOne(request, connection.client.buckets, 'bucket', 'alias'));
    return { ...found, project_id: found.project_id ?? config.project_id ?? null, timeouts: config.timeouts };
  },
});

/** Lists buckets. An unreadable one that may match is an error (P32). */
export const bucketsData = defineDataSource({
  typeName: 'buckets',
  schema: {
    description: 'S3 buckets that the token can see, of one project or all. If nothing matches, the list is empty.',
    attributes: {
      name_regex: nameRegex('`alias`'),
      project_id: lookInProject({ computed: true }),
      timeouts: readTimeouts(),
      buckets: listNested({
        computed: true,
        description: 'The matching buckets, sorted by `alias`, then by `id`. Buckets that have no alias yet come last.',
        attributes: {
          ...listedAttributes(),
          alias: string({
            computed: true,
            description: 'Name to use with S3 clients. Null until the service has assigned it.',
          }),
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
