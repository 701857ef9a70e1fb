import type { AnyListResource } from '../../framework';
import type { Call } from '../client';
import type { ListedRecord } from '../client/in-project';
import { type Connection, defineListResource } from '../service/connection';
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

/**
 * Defines a list resource that finds the objects of a collection, by name and project, like `getMany`: all of them, whatever the limit of the
 * query. Records that cannot be read are left out, with one warning for each client: a query changes nothing.
 */
export const listOf = <R extends ListedRecord>(kind: Kind<R>): AnyListResource<Connection> =>
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
