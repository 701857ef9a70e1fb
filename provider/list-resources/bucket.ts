import { listOf } from './common';

/** Finds buckets that may be imported: those of the project and the names that a query asks for, by default as `getMany` says. */
export const bucketList = listOf({
  typeName: 'bucket',
  description:
    'S3 buckets that the token can see, of one project or all, sorted by alias. One without an alias yet is shown by its id.',
  nameIn: '`alias`',
  collection: ({ client }) => client.buckets,
  name: ({ alias }) => alias,
});
