import {
  type Model,
  map,
  type Plan,
  requiresReplace,
  requiresReplaceIfKnown,
  type Schema,
  string,
  useStateForUnknown,
} from '../../framework';
import { bucketIdsAttribute, permissionsAttribute } from '../service/permissions';
import { assigned, idAttribute, projectIdAttribute, timeoutsAttribute } from './common';
import { KEY_WAITS, secretIdAttribute, storeInAttribute } from './sink';
import { wasMadeHere } from './unknown-after-import';

const replaces = { effect: 'A change replaces the key.', planModifiers: [requiresReplaceIfKnown()] };

export const accessKeySchema = {
  description:
    'An access key for S3 clients: one set of permissions on chosen buckets. The service cannot update keys, so a ' +
    'change creates a new key; with `create_before_destroy`, the new key exists before the old key is deleted. Use `store_in` to keep its ' +
    'secret half out of state. If a key is revoked elsewhere and the secret created for it still exists, an update creates a new key ' +
    'and stores it in the same secret. Imported by id, or by `access_key_id:` and its access key id.',
  attributes: {
    bucket_ids: bucketIdsAttribute(replaces),
    permissions: permissionsAttribute(replaces),
    project_id: projectIdAttribute(),
    rotation_trigger: map({
      elementType: 'string',
      optional: true,
      description:
        'Map of arbitrary strings. Changing any of them replaces the key. After an import, the first map is only stored in the state.',
      unknownAfterImport: true,
      planModifiers: [requiresReplaceIfKnown(wasMadeHere)],
    }),
    store_in: storeInAttribute('A change replaces the key.', [requiresReplace()]),
    timeouts: timeoutsAttribute({ create: KEY_WAITS, update: 'It only matters where a revoked key gets a successor.' }),
    id: idAttribute(),
    access_key_id: assigned('Public key id for S3 clients.'),
    secret_access_key: string({
      computed: true,
      sensitive: true,
      description:
        'Secret half of the key, kept in state. The service shows it once: it is null with `store_in`, and after an import.',
      planModifiers: [useStateForUnknown()],
    }),
    secret_id: secretIdAttribute([useStateForUnknown()]),
    endpoint: assigned('S3 endpoint for this key.'),
  },
} satisfies Schema;

export type AccessKey = Model<typeof accessKeySchema>;
export type AccessKeyPlan = Plan<typeof accessKeySchema>;
