import {
  duration,
  list,
  type Model,
  map,
  type Plan,
  type Schema,
  singleNested,
  string,
  useStateForUnknown,
} from '../../framework';
import { bucketIdsAttribute, permissionsAttribute } from '../service/permissions';
import { idAttribute, projectIdAttribute, timeoutsAttribute } from './common';
import { KEY_WAITS, secretIdAttribute, storeInAttribute } from './sink';

/** The default time for which the previous key still works, as practitioners write it. */
export const DEFAULT_OVERLAP = '24h';

const slot = {
  id: string({ computed: true, description: 'Identifier given by the service.' }),
  access_key_id: string({ computed: true, description: 'Public key id for S3 clients.' }),
  endpoint: string({ computed: true, description: 'S3 endpoint for this key.' }),
  rotated_at: string({
    computed: true,
    description: 'When the key was created (RFC 3339). Null after an import and a move.',
  }),
  secret_access_key: string({
    computed: true,
    sensitive: true,
    description: 'Secret half of the key, kept in state. Null with `store_in`, and after an import.',
  }),
};

const rotates = { effect: 'A change rotates the key in place.' };

export const rotatingAccessKeySchema = {
  description:
    'An access key for S3 clients that is rotated in place: there is a `current` key, and after a rotation the `previous` key ' +
    'keeps working for the `overlap`, so there is always a working key. A rotation creates the new key first. ' +
    'When the overlap is over, the next plan with a refresh retires the previous key once it is applied, so plan and apply regularly; with ' +
    '`-refresh=false` the time of the last refresh in state counts. With `overlap = "0s"` the plan after a rotation retires the previous key, never ' +
    'the same apply. A second rotation during the overlap deletes the oldest key as soon as the new key works. Fewer buckets or narrower permissions ' +
    'take full effect when the previous key is retired. If the current key is revoked elsewhere, an update creates another key, or a create if no ' +
    'other key of the resource and no secret created for it are left. A `moved` block turns a `coffer_access_key` into this resource, with its key as `current`; ' +
    'the way back needs `previous` to be null. ' +
    'Imported by the id of the current key, or by `access_key_id:` and its access key id.',
  attributes: {
    bucket_ids: bucketIdsAttribute(rotates),
    permissions: permissionsAttribute(rotates),
    project_id: projectIdAttribute(),
    rotation_trigger: map({
      elementType: 'string',
      optional: true,
      description:
        'Map of arbitrary strings, such as the `id` of a `time_rotating`. Changing any of them rotates the key in place. After an import, the first map is only stored in the state.',
      unknownAfterImport: true,
    }),
    overlap: string({
      default: DEFAULT_OVERLAP,
      description: `How long the previous key keeps working after a rotation, such as \`72h\`. Default \`${DEFAULT_OVERLAP}\`. A change also moves the \`retire_after\` of a previous key that is not retired yet.`,
      validators: [duration()],
    }),
    store_in: storeInAttribute(
      'The secret always holds the current key; a rotation writes the new key into the same secret. Any change rotates in place. If it ends the use of a ' +
        'secret that was created by `secret_name`, that secret keeps the previous key and is deleted with it.',
    ),
    timeouts: timeoutsAttribute({ create: KEY_WAITS, update: 'A rotation waits like a create.' }),
    id: idAttribute('Id of the first key, or of the imported key. A rotation does not change it.'),
    current: singleNested({
      computed: true,
      description: 'The key to use.',
      planModifiers: [useStateForUnknown()],
      attributes: slot,
    }),
    previous: singleNested({
      computed: true,
      description: 'The previous key, until it is retired. Null before the first rotation, and after a retirement.',
      planModifiers: [useStateForUnknown()],
      attributes: {
        ...slot,
        retire_after: string({ computed: true, description: 'When the overlap is over (RFC 3339).' }),
        secret_id: string({
          computed: true,
          description:
            'Id of the secret that `secret_name` created for this key, if the current key is stored elsewhere. It is deleted with the key.',
        }),
      },
    }),
    secret_id: secretIdAttribute([useStateForUnknown()]),
    undeleted_ids: list({
      elementType: 'string',
      computed: true,
      description: 'Ids of keys that could not be deleted. Normally empty; the next apply tries again.',
      planModifiers: [useStateForUnknown()],
    }),
    undeleted_secret_ids: list({
      elementType: 'string',
      computed: true,
      description:
        'Ids of secrets that were created for earlier keys and could not be deleted. Normally empty; the next apply tries again.',
      planModifiers: [useStateForUnknown()],
    }),
  },
} satisfies Schema;

export type RotatingAccessKey = Model<typeof rotatingAccessKeySchema>;
export type RotatingAccessKeyPlan = Plan<typeof rotatingAccessKeySchema>;

/** The attribute `current`: a key and, if state keeps it, its secret half. Its `id` is null only in type. */
export type CurrentKey = NonNullable<RotatingAccessKey['current']>;
