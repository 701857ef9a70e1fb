import type { Schema } from '../../framework';
import type { AccessKeyRecord } from '../client';
import { defineListResource, toCall } from '../service/connection';
import { getMany, nameRegex, projectOf } from '../service/find-many';
import { lastingKeys } from '../service/lasting-keys';
import { fromList, lookInProject } from './common';

const schema = {
  description:
    'Every S3 access key that the token can see, sorted by `access_key_id`, without secret halves. Keys of ephemeral resources ' +
    'of this run are left out.',
  attributes: {
    name_regex: nameRegex('`access_key_id`'),
    project_id: lookInProject(),
  },
} satisfies Schema;

/** Finds access keys. */
export const accessKeyList = defineListResource({
  typeName: 'access_key',
  schema,

  async list(request) {
    const { config, connection } = request;
    const wanted = {
      name: (one: AccessKeyRecord) => one.access_key_id,
      nameRegex: config.name_regex,
      projectId: projectOf(config, connection),
    };
    const found = await getMany(fromList(lastingKeys(connection), toCall(request)), wanted);
    return found.map((one) => ({ identity: { id: one.id }, displayName: one.access_key_id ?? one.id }));
  },
});
