import { listOf } from './common';

/** Finds secrets that may be imported. */
export const secretList = listOf({
  typeName: 'secret',
  description: 'Key/value secrets that the token can see, of one project or all, sorted by name; never a value.',
  nameIn: 'name',
  collection: ({ client }) => client.secrets,
  name: ({ name }) => name,
});
