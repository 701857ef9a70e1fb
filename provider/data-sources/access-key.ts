import { exactlyOneOf, lengthAtLeast, type Schema, string } from '../../framework';
import type { AccessKeyRecord } from '../client';
import { defineDataSource, toCall } from '../service/connection';
import { lastingKeys } from '../service/lasting-keys';
import { accessKeyDetails, toAccessKey } from './access-key-record';
import { getOne, lookForOneInProject, readTimeouts } from './common';

const schema = {
  description:
    'An S3 access key that exists, found by `id` or by `access_key_id`. Never its secret half, which the service shows once. ' +
    'None, or more than one, is an error.',
  attributes: {
    id: string({
      optional: true,
      computed: true,
      description: 'Identifier given by the service. Exactly one of `id` and `access_key_id` is set.',
      validators: [lengthAtLeast(1)],
    }),
    access_key_id: string({
      optional: true,
      computed: true,
      description: 'Public key id for S3 clients.',
      validators: [lengthAtLeast(1)],
    }),
    project_id: lookForOneInProject(),
    timeouts: readTimeouts(),
    ...accessKeyDetails,
  },
} satisfies Schema;

/** Looks up one access key. */
export const accessKeyData = defineDataSource({
  typeName: 'access_key',
  schema,

  configValidators: [exactlyOneOf('id', 'access_key_id')],

  async read(request) {
    const { config, connection } = request;
    const { id, access_key_id: name, project_id: projectId } = config;
    const wanted = { noun: 'access key', by: 'access_key_id', id, name, projectId } as const;
    const found = toAccessKey(
      await getOne<AccessKeyRecord>(lastingKeys(connection), wanted, connection, toCall(request)),
    );
    return { ...found, project_id: found.project_id ?? projectId, timeouts: config.timeouts };
  },
});
