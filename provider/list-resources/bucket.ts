import type { Schema } from '../../framework';
import type { BucketRecord } from '../client';
import { defineListResource, toCall } from '../service/connection';
import { getMany, nameRegex, projectOf } from '../service/find-many';
import { fromList, lookInProject } from './common';

const schema = {
  description: 'Every S3 bucket that the token can see, sorted by alias. Shown by its id until it has one.',
  attributes: {
    name_regex: nameRegex('`alias`'),
    project_id: lookInProject(),
  },
} satisfies Schema;

/** Finds buckets. */
export const bucketList = defineListResource({
  typeName: 'bucket',
  schema,

  async list(request) {
    const { config, connection } = request;
    const wanted = {
      name: (one: BucketRecord) => one.alias || undefined,
      nameRegex: config.name_regex,
      projectId: projectOf(config, connection),
    };
    const found = await getMany(fromList(connection.client.buckets, toCall(request)), wanted);
    return found.map((one) => ({ identity: { id: one.id }, displayName: one.alias || one.id }));
  },
});
