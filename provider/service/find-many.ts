import { lengthAtMost, regularExpression, string } from '../../framework';
import type { Call } from '../client';
import { isInProject, type ListedRecord } from '../client/as-listed';
import { type Caller, type Connection, toCall } from './connection';
import { projectOf } from './project';

/** The attribute `name_regex` of searches for several objects. `name` describes the text that is compared, for the attribute's description. */
export const nameRegex = (name: string) =>
  string({
    optional: true,
    description:
      `Only those whose ${name} matches this regular expression anywhere; anchor it with \`^\` and \`$\` to match the ` +
      "whole. JavaScript's syntax, Unicode mode, up to 10,000 characters.",
    // A program of Bun, such as the compiled provider, takes seconds to begin with a longer one, and answers nothing meanwhile.
    validators: [lengthAtMost(10_000), regularExpression()],
  });

/**
 * Every object that is asked for, in the order of their names, then their ids; those with no name or an empty one come last and match no expression.
 * A limit would not make it quicker: which are the first is known when all are. The project is that of the configuration, or else the provider's, or
 * else any; a record without a project is in each. `name_regex` has been validated. `collection` decides about records that cannot be read.
 */
export async function getMany<R extends ListedRecord>(
  request: Caller & {
    readonly config: { readonly name_regex: string | null; readonly project_id: string | null };
    readonly connection: Connection;
  },
  collection: { search(matches: (record: R) => boolean, call: Call): Promise<readonly R[]> },
  nameIn: (record: R) => string | undefined,
): Promise<readonly R[]> {
  const { config, connection } = request;
  const name = (record: R) => nameIn(record) || undefined;
  const projectId = projectOf(config, connection);
  const expression = config.name_regex === null ? undefined : new RegExp(config.name_regex, 'u');
  const isNamed = (text: string | undefined) =>
    expression === undefined || (text !== undefined && expression.test(text));
  const wanted = (record: R) => (projectId === undefined || isInProject(record, projectId)) && isNamed(name(record));
  return [...(await collection.search(wanted, toCall(request)))].sort(
    (a, b) => compare(name(a), name(b)) || compare(a.id, b.id),
  );
}

/** Compares by code units, so that the order is the same on every machine. */
function compare(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -1 : 1;
}
