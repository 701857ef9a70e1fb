import { regularExpression, string } from '../../framework';
import { isInProject } from '../client/in-project';
import type { Connection } from './connection';

/** The attribute `name_regex` of data sources for several objects. `name` describes the text that is compared. */
export const nameRegex = (name: string) =>
  string({
    optional: true,
    description:
      `Only those whose ${name} matches this regular expression anywhere; anchor it with \`^\` and \`$\` to match the ` +
      "whole. JavaScript's syntax, Unicode mode.",
    validators: [regularExpression()],
  });

interface Listed {
  readonly id: string;
  readonly project_id?: string | undefined;
}

export interface WantedMany<R> {
  readonly name: (record: R) => string | undefined;
  /** The configured expression; null for none. */
  readonly nameRegex: string | null;
  readonly projectId: string | undefined;
}

/**
 * Finds all objects that match, sorted by name and then by id. Objects without a name come last and match no expression. There is no
 * limit, because the first objects are known only when all are. `search` decides about records that cannot be read.
 */
export async function getMany<R extends Listed>(
  search: (matches: (record: R) => boolean) => Promise<readonly R[]>,
  { name, nameRegex, projectId }: WantedMany<R>,
): Promise<readonly R[]> {
  const expression = nameRegex === null ? undefined : new RegExp(nameRegex, 'u');
  const isNamed = (text: string | undefined) =>
    expression === undefined || (text !== undefined && expression.test(text));
  const wanted = (record: R) => (projectId === undefined || isInProject(record, projectId)) && isNamed(name(record));
  return [...(await search(wanted))].sort((a, b) => compare(name(a), name(b)) || compare(a.id, b.id));
}

/** Compares by code units, so that the order is the same on every machine. */
function compare(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -1 : 1;
}

/** The project to list: the configured one, or else the provider's; undefined for all. */
export const projectOf = (config: { readonly project_id: string | null }, connection: Connection) =>
  config.project_id ?? connection.projectId;
