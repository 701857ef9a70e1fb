import { exactlyOneOf } from '../../framework';
import { defineDataSource } from '../service/connection';
import { bucketDetails, toBucket } from './bucket-record';
import { findBy, getOne, idOr, lookForOneInProject, readTimeouts } from './common';

/** Looks up one bucket, by its id or its alias. */
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
    return { ...found, project_id: found.project_id ?? config.project_id, timeouts: config.timeouts };
  },
});
