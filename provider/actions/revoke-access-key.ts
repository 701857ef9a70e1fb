import { defineAction } from '../framework/action';
import { DiagnosticError } from '../framework/diagnostic';
import { path } from '../framework/path';
import { type Schema, string } from '../framework/schema';
import { isUnknown } from '../framework/value';
import { type Connection, toCall } from '../service/connection';
import { notEmpty } from '../service/validators';

const schema = {
  description:
    'Revokes an S3 access key at once: deletes it at the service, whoever made it. A `coffer_access_key` of this or another ' +
    'configuration that manages the key is made anew by its next apply. A key that is gone already is a success.',
  attributes: {
    id: string({
      optional: true,
      description: 'Identifier given by the service. Exactly one of `id` and `access_key_id` is set.',
      validators: [notEmpty()],
    }),
    access_key_id: string({
      optional: true,
      description: 'Public key id for S3 clients, as logs show it.',
      validators: [notEmpty()],
    }),
  },
} satisfies Schema;

/** Revokes a key that has leaked, or that nobody knows any more. */
export const revokeAccessKey = defineAction<Connection>()({
  typeName: 'revoke_access_key',
  schema,

  validate({ config, diagnostics }) {
    const given = [config.id, config.access_key_id].filter((value) => value !== null);
    if (given.length === 1 || given.some(isUnknown)) return;
    const detail = 'Set exactly one of id and access_key_id.';
    diagnostics.error('Which key to revoke', detail, path(given.length === 0 ? 'id' : 'access_key_id'));
  },

  async invoke(request) {
    const { config, client, progress } = request;
    const { accessKeys } = client.client;
    const { id, access_key_id: name } = config;
    if (id !== null) {
      await accessKeys.deleteIfExists(id, toCall(request));
      return progress(`Access key ${JSON.stringify(id)} is revoked.`);
    }
    const found = await accessKeys.search((one) => one.access_key_id === name, toCall(request));
    if (found.length > 1) throw ambiguous(name, found);
    const [key] = found;
    if (!key) return progress(`There is no access key ${JSON.stringify(name)}: nothing to revoke.`);
    await accessKeys.deleteIfExists(key.id, toCall(request));
    progress(`Access key ${JSON.stringify(name)} (${JSON.stringify(key.id)}) is revoked.`);
  },
});

function ambiguous(name: string | null, found: readonly { readonly id: string }[]): DiagnosticError {
  const ids = found.map(({ id }) => JSON.stringify(id)).sort();
  return new DiagnosticError(
    'More than one access key',
    `The service lists ${found.length} keys with the access_key_id ${JSON.stringify(name)}: ${ids.join(', ')}. Set id to the one that is meant.`,
    path('access_key_id'),
  );
}
