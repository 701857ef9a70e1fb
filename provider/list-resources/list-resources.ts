import { type AnyListResource, DiagnosticError } from '../../framework';
import type { Call } from '../client';
import type { ListedRecord } from '../client/as-listed';
import { type Connection, defineListResource } from '../service/connection';
import { lastingKeys } from '../service/ephemeral-keys';
import { getMany, nameRegex } from '../service/find-many';
import { lookInProject } from '../service/project';

interface Kind<R extends ListedRecord> {
  /** Without the provider's name; the resource of this name has the identity `id`. */
  readonly typeName: string;
  readonly description: string;
  /** The attribute that `name_regex` is compared with, as its description names it. */
  readonly nameIn: string;
  /** The objects to choose from. May throw. */
  readonly collection: (connection: Connection) => { list(call: Call): Promise<readonly R[]> };
  /** The value of that attribute: objects are sorted by it. Undefined for none, which matches no expression and comes last. */
  readonly name: (record: R) => string | undefined;
  /** How an object is shown. Default: its name, or else its id. */
  readonly show?: (record: R) => string;
}

/** Defines a list resource, with all that `getMany` finds whatever the limit, without unreadable records (a warning): a query changes nothing. */
const listOf = <R extends ListedRecord>(kind: Kind<R>): AnyListResource<Connection> =>
  defineListResource({
    typeName: kind.typeName,
    schema: {
      description: kind.description,
      attributes: { name_regex: nameRegex(kind.nameIn), project_id: lookInProject() },
    },

    async list(request) {
      const search = async (matches: (record: R) => boolean, call: Call) =>
        (await kind.collection(request.connection).list(call)).filter(matches);
      const found = await getMany(request, { search }, kind.name);
      const show = kind.show ?? ((one) => kind.name(one) || one.id);
      return found.map((one) => ({ identity: { id: one.id }, displayName: show(one) }));
    },
  });

/** The list resources: of each kind the objects that may be imported. Pull secrets throw a DiagnosticError unless `pull_secret_api` is `full`. */
export const listResources: readonly AnyListResource<Connection>[] = [
  listOf({
    typeName: 'secret',
    description: 'Key/value secrets that the token can see, of one project or all, sorted by name; never a value.',
    nameIn: 'name',
    collection: ({ client }) => client.secrets,
    name: ({ name }) => name,
  }),
  listOf({
    typeName: 'pull_secret',
    description:
      'Pull secrets that the token can see, of one project or all, sorted by server, without passwords. Needs a service that can list them: ' +
      '`pull_secret_api = "full"` in the provider block.',
    nameIn: '`server`',
    collection({ client, pullSecretApi }) {
      if (pullSecretApi === 'full') return client.pullSecrets;
      const detail =
        'The interface of the service shows no list of pull secrets. Where yours has one, set pull_secret_api = "full" in the provider block; ' +
        'otherwise take their ids from the dashboard.';
      throw new DiagnosticError('Pull secrets cannot be listed', detail);
    },
    name: ({ server }) => server,
    show: ({ id, server, username }) => [server || id, username].filter(Boolean).join(' '),
  }),
  listOf({
    typeName: 'bucket',
    description:
      'S3 buckets that the token can see, of one project or all, sorted by alias. One without an alias yet is shown by its id.',
    nameIn: '`alias`',
    collection: ({ client }) => client.buckets,
    name: ({ alias }) => alias,
  }),
  listOf({
    typeName: 'access_key',
    description:
      'S3 access keys that the token can see, of one project or all, sorted by `access_key_id`, without secret halves. Keys that this provider block ' +
      'has made for ephemeral resources are left out.',
    nameIn: '`access_key_id`',
    collection: lastingKeys,
    name: ({ access_key_id }) => access_key_id,
  }),
];
