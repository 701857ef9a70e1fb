import { listOf } from './common';

/** Finds buckets that may be imported. */
export const bucketList = listOf({
  typeName: 'bucket',
  description: 'Every S3 bucket that the token can see, sorted by alias. Shown by its id until it has one.',
  nameIn: '`alias`',
  collection: ({ client }) => client.buckets,
  name: ({ alias }) => alias,
});
