import {
  bool,
  DiagnosticError,
  exactlyOneOf,
  lengthAtLeast,
  type Model,
  path,
  type Schema,
  string,
  timeouts,
} from '../../framework';
import { quoted } from '../client/errors/with-ids';
import { recordsIn, requireIds } from '../client/lists/look-up';
import { type Connection, defineAction, toCall } from '../service/connection';

const schema = {
  description:
    'Revokes an S3 access key at once: deletes it at the service, regardless of who created it. If a `coffer_access_key` of this or another ' +
    'configuration manages the key, its next apply creates a new key. A key that does not exist is an error, unless `allow_missing`.',
  attributes: {
    id: string({
      optional: true,
      description: 'Identifier given by the service. Exactly one of `id` and `access_key_id` is set.',
      validators: [lengthAtLeast(1)],
    }),
    access_key_id: string({
      optional: true,
      description: 'Public key id for S3 clients, as logs show it.',
      validators: [lengthAtLeast(1)],
    }),
    timeouts: timeouts({ invoke: 'Time limit for revoking the key.' }),
    allow_missing: bool({
      optional: true,
      description:
        'Reports a key that does not exist as a warning instead of an error. Default: false, because a token for another project finds no key either.',
    }),
  },
} satisfies Schema;

/**
 * Revokes a key that has leaked or that nobody uses any more: of any project that the token can see, those of ephemeral resources included.
 * An `id` that no list shows is deleted all the same, and is an error, or a warning with `allow_missing`, even if that succeeds (P38).
 * A listed record that cannot be read, or lacks its `access_key_id`, and may be the key is an error, `allow_missing` or not: with
 * `access_key_id` nothing is deleted then, with `id` the DELETE was sent.
 */
export const revokeAccessKey = defineAction({
  typeName: 'revoke_access_key',
  schema,

  configValidators: [exactlyOneOf('id', 'access_key_id')],

  async invoke(request) {
    const { config, connection, progress } = request;
    const { accessKeys } = connection.client;
    const { id, access_key_id: name } = config;
    const call = toCall(request);
    // The key may have just been made, perhaps by another pipeline.
    const searched = await accessKeys.listNow(call);
    const found =
      id === null
        ? recordsIn(searched, (one) => one.access_key_id === name)
        : [...searched.records, ...searched.odd].filter((one) => one.id === id).map(() => ({ id }));
    if (found.length > 1) {
      const ids = quoted(found.map((one) => one.id).sort());
      const detail = `The service lists ${found.length} keys with the access_key_id ${JSON.stringify(name)}: ${ids}. Set id to the intended one.`;
      throw new DiagnosticError('More than one access key', detail, path('access_key_id'));
    }
    const [key] = found;
    if (key) {
      // A key that is gone meanwhile counts as revoked.
      await accessKeys.deleteIfExists(key.id, call);
      const also = id === null ? ` (${JSON.stringify(key.id)})` : '';
      return progress(`Access key ${JSON.stringify(id ?? name)}${also} is revoked.`);
    }
    // A list may lag behind, and a key that has leaked cannot wait for it.
    if (id !== null) {
      await accessKeys.deleteIfExists(id, call);
      requireIds(searched, id);
    }
    const unnamed = id === null ? searched.records.filter((one) => !one.access_key_id).map((one) => one.id) : [];
    const detail = describeMissing(config, searched.records, unnamed, connection);
    if (config.allow_missing !== true || unnamed.length > 0)
      throw new DiagnosticError('No such access key', detail, pathOf(config));
    request.diagnostics.warn('No such access key', detail, pathOf(config));
  },
});

type Config = Model<typeof schema>;

const pathOf = ({ id }: Config) => path(id === null ? 'access_key_id' : 'id');

/** The text for a key that was not found. Names the searched projects, because a key of another project is not found (P38). */
function describeMissing(
  { id, access_key_id: name }: Config,
  searched: readonly { readonly project_id?: string | undefined }[],
  unnamed: readonly string[],
  { projectId }: Connection,
): string {
  const projects = [...new Set(searched.map(({ project_id }) => project_id ?? projectId))];
  const named = (projects.length > 0 ? projects : [projectId]).filter((one) => one !== undefined);
  const where = named.length > 0 ? `project ${quoted(named)}` : "the token's project";
  const what = id === null ? `access_key_id ${JSON.stringify(name)}` : `id ${JSON.stringify(id)}`;
  const sent = id === null ? '' : ' A DELETE was sent all the same, in case the list lags behind.';
  const unless =
    unnamed.length > 0
      ? `Without an access_key_id it lists ${quoted(unnamed)}: set id if one of these is the key.`
      : 'If the key may be gone already, set allow_missing = true.';
  const check = 'Check the value and the project of the token; a key of another project still works.';
  return `No access key has the ${what} among the ${searched.length} that the service lists for ${where}.${sent} ${check} ${unless}`;
}
