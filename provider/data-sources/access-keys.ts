import { bool, exactlyOneOf, listNested, set, singleNested, string } from '../../framework';
import type { AccessKeyRecord } from '../client';
import { defineDataSource } from '../service/connection';
import { lastingKeys } from '../service/ephemeral-keys';
import { getMany, nameRegex } from '../service/find-many';
import { toPermissions } from '../service/permissions';
import { lookInProject, projectOf } from '../service/project';
import { findBy, getOne, idOr, listedAttributes, lookForOneInProject, readTimeouts } from './common';

/** The attributes of a listed access key other than its ids and its project. Lists never contain the secret half. */
const accessKeyDetails = {
  bucket_ids: set({
    elementType: 'string',
    computed: true,
    description: 'Ids of the buckets that the key can access.',
  }),
  permissions: singleNested({
    computed: true,
    description: 'What the key may do with all its buckets.',
    attributes: {
      read: bool({ computed: true, description: 'Download and list objects.' }),
      write: bool({ computed: true, description: 'Upload, overwrite and delete objects.' }),
      owner: bool({ computed: true, description: 'Full control, including bucket metadata.' }),
    },
  }),
  endpoint: string({ computed: true, description: 'S3 endpoint for this key.' }),
};

/** A listed access key as attributes, with ids and project. Absent is null, and so is an empty key id or endpoint; an absent permission is false. */
function toAccessKey({ permissions, ...record }: AccessKeyRecord) {
  return {
    id: record.id,
    access_key_id: record.access_key_id || null,
    project_id: record.project_id ?? null,
    bucket_ids: record.bucket_ids ?? null,
    permissions: permissions ? toPermissions(permissions) : null,
    endpoint: record.endpoint || null,
  };
}

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
    return { ...found, project_id: found.project_id ?? config.project_id ?? null, timeouts: config.timeouts };
  },
});

/** Lists access keys but those that this provider block made for ephemeral resources (P28). An unreadable one that may match is an error (P32). */
export const accessKeysData = defineDataSource({
  typeName: 'access_keys',
  schema: {
    description:
      'S3 access keys that the token can see, of one project or all, without secret halves. Keys that this provider block has created for ephemeral ' +
      'resources are left out. If nothing matches, the list is empty.',
    attributes: {
      name_regex: nameRegex('`access_key_id`'),
      project_id: lookInProject({ computed: true }),
      timeouts: readTimeouts(),
      access_keys: listNested({
        computed: true,
        description: 'The matching keys, sorted by `access_key_id`, then by `id`.',
        attributes: {
          ...listedAttributes(),
          access_key_id: string({ computed: true, description: 'Public key id for S3 clients.' }),
          ...accessKeyDetails,
        },
      }),
    },
  },

  async read(request) {
    const { config, connection } = request;
    const found = await getMany(request, lastingKeys(connection), ({ access_key_id }) => access_key_id);
    return { ...config, project_id: projectOf(config, connection) ?? null, access_keys: found.map(toAccessKey) };
  },
});
