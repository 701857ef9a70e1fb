import { DiagnosticError, type ImportRequest } from '../../framework';
import type { Call } from '../client';
import { isInProject, type ListedRecord } from '../client/as-listed';
import { type Connection, toCall } from '../service/connection';

/** The name by which access keys of both resource types are imported. */
export const BY_ACCESS_KEY_ID = { noun: 'access key', by: 'access_key_id' } as const;

/**
 * Returns the id that an import id means. Without the prefix `by:` that is the import id itself, with no request, because Terraform reads
 * the object next. With it (`name:`, `alias:`, `access_key_id:`), the one object of that name in the provider's project, or in any project
 * if it has none; records without a project count. An object whose id is the whole text wins. Throws a DiagnosticError for no object, or
 * for several, with their ids (P9), and passes on errors of the list. `by`: the field with the name. `noun`: the kind in messages, as `access key`.
 */
export async function idToImport<R extends ListedRecord>(
  request: Pick<ImportRequest<Connection>, 'id' | 'diagnostics' | 'timeLimit'> & {
    readonly connection: Pick<Connection, 'projectId'>;
  },
  collection: { search(matches: (record: R) => boolean, call: Call): Promise<readonly R[]> },
  { noun, by }: { readonly noun: string; readonly by: keyof R & string },
): Promise<string> {
  const { id, connection } = request;
  if (!id.startsWith(`${by}:`)) return id;
  const name = id.slice(by.length + 1);
  const { projectId } = connection;
  const isNamed = (record: R) =>
    name !== '' && record[by] === name && (projectId === undefined || isInProject(record, projectId));
  const found = await collection.search((record) => record.id === id || isNamed(record), toCall(request));
  const [first, ...others] = found;
  if (found.some((record) => record.id === id)) return id;
  if (first && others.length === 0) return first.id;

  const where = projectId === undefined ? '' : ` in project ${JSON.stringify(projectId)}`;
  const what = `${noun} with ${by} ${JSON.stringify(name)}${where}`;
  if (!first) {
    const detail = `The service lists no ${what}. Check the ${by}, the provider's project, and whether the token may see it; or import by id.`;
    throw new DiagnosticError(`No such ${noun}`, detail);
  }
  const ids = found.map((record) => JSON.stringify(record.id)).sort();
  const detail = `The service lists ${found.length} objects where one was expected: ${what}. Their ids are ${ids.join(', ')}. Import the intended one by its id.`;
  throw new DiagnosticError(`More than one ${noun}`, detail);
}
