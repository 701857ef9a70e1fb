import { listOf } from './common';

/** Finds secrets that may be imported. */
export const secretList = listOf({
  typeName: 'secret',
  description: 'Every key/value secret that the token can see, sorted by name; never a value.',
  nameIn: 'name',
  collection: ({ client }) => client.secrets,
  name: ({ name }) => name,
});
