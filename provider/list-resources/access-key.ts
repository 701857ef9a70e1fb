import { lastingKeys } from '../service/ephemeral-keys';
import { listOf } from './common';

/** Finds access keys that may be imported. One that is listed without its `access_key_id` is shown by its id. */
export const accessKeyList = listOf({
  typeName: 'access_key',
  description:
    'S3 access keys that the token can see, of one project or all, sorted by `access_key_id`, without secret halves. Keys that this provider block ' +
    'has made for ephemeral resources are left out.',
  nameIn: '`access_key_id`',
  collection: lastingKeys,
  name: ({ access_key_id }) => access_key_id,
});
