import { exactlyOneOf, lengthAtLeast, type Schema, string } from '../../framework';
import type { BucketRecord } from '../client';
import { defineDataSource, toCall } from '../service/connection';
import { bucketDetails, toBucket } from './bucket-record';
import { getOne, lookForOneInProject, readTimeouts } from './common';

const schema = {
  description:
    'An S3 bucket that exists, found by `id` or by `alias`. None, or more than one of an alias, is an error; so is an alias ' +
    'that the service has not assigned yet.',
  attributes: {
    id: string({
      optional: true,
      computed: true,
      description: 'Identifier given by the service. Exactly one of `id` and `alias` is set.',
      validators: [lengthAtLeast(1)],
    }),
    alias: string({
      optional: true,
      computed: true,
      description: 'Name to use with S3 clients. Null until the service has assigned it.',
      validators: [lengthAtLeast(1)],
    }),
    project_id: lookForOneInProject(),
    timeouts: readTimeouts(),
    ...bucketDetails,
  },
} satisfies Schema;

/** Looks up one bucket. */
export const bucketData = defineDataSource({
  typeName: 'bucket',
  schema,

  configValidators: [exactlyOneOf('id', 'alias')],

  async read(request) {
    const { config, connection } = request;
    const wanted = {
      noun: 'bucket',
      by: 'alias',
      id: config.id,
      name: config.alias,
      projectId: config.project_id,
    } as const;
    const found = toBucket(await getOne<BucketRecord>(connection.client.buckets, wanted, connection, toCall(request)));
    return { ...found, project_id: found.project_id ?? config.project_id, timeouts: config.timeouts };
  },
});
