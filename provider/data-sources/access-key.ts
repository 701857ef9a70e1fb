import { exactlyOneOf } from '../../framework';
import { defineDataSource } from '../service/connection';
import { lastingKeys } from '../service/ephemeral-keys';
import { accessKeyDetails, toAccessKey } from './access-key-record';
import { findBy, getOne, idOr, lookForOneInProject, readTimeouts } from './common';

/** Looks up one access key. Those that this provider block has made for ephemeral resources are not found (P28). */
export const accessKeyData = defineDataSource({
  typeName: 'access_key',
  schema: {
    description:
      'An S3 access key that exists, found by `id` or by `access_key_id`. Never its secret half, which the service shows once. ' +
      'None, or more than one, is an error.',
    attributes: {
      id: idOr('access_key_id'),
      access_key_id: findBy('Public key id for S3 clients.'),
      project_id: lookForOneInProject(),
      timeouts: readTimeouts(),
      ...accessKeyDetails,
    },
  },

  configValidators: [exactlyOneOf('id', 'access_key_id')],

  async read(request) {
    const { config, connection } = request;
    const found = toAccessKey(await getOne(request, lastingKeys(connection), 'access key', 'access_key_id'));
    return { ...found, project_id: found.project_id ?? config.project_id, timeouts: config.timeouts };
  },
});
