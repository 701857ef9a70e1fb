import { DiagnosticError, lengthAtLeast, path, string, timeouts } from '../../framework';
import { isInProject } from '../client/in-project';
import type { Call, Connection } from '../service/connection';

/** The attribute `project_id` of a data source. `otherwise` describes its default. */
export const lookInProject = (
  otherwise = "Default: the provider's `project_id`, or else every project of the token.",
) =>
  string({
    optional: true,
    computed: true,
    description: `Project to look in. An object that the service lists without a project counts as being in it. ${otherwise}`,
    validators: [lengthAtLeast(1)],
  });

/** The attribute `project_id` of a data source that finds one object, by id or name. */
export const lookForOneInProject = () =>
  lookInProject(
    "Default: any project with `id`; without it the provider's `project_id`, or else every project of the token.",
  );

/** The attribute `timeouts` of every data source. */
export const readTimeouts = () => timeouts({ read: 'Time limit for reading, including retries and further lists.' });

interface Listed {
  readonly id: string;
  readonly project_id?: string | undefined;
}

interface Collection<R> {
  find(id: string, call: Call): Promise<R | undefined>;
  search(matches: (record: R) => boolean, call: Call): Promise<readonly R[]>;
}

export interface Wanted<R> {
  /** `secret`, `bucket`. */
  readonly noun: string;
  /** The attribute other than `id` by which an object is found, and the field of a record to compare. */
  readonly by: keyof R & string;
  /** The configured id and name, of which one is null. */
  readonly id: string | null;
  readonly name: string | null;
  readonly projectId: string | null;
}

/** Finds the object. Throws if there is none, or if there are several, with all their ids (P9). */
export async function getOne<R extends Listed>(
  collection: Collection<R>,
  { noun, by, id, name, projectId }: Wanted<R>,
  connection: Connection,
  call: Call,
): Promise<R> {
  // An id needs no project; a name belongs to a project.
  const project = projectId ?? (id === null ? connection.projectId : undefined);
  const isWanted = (record: R) => project === undefined || isInProject(record, project);
  const listed =
    id === null
      ? await collection.search((record) => record[by] === name && isWanted(record), call)
      : [await collection.find(id, call)].filter((record) => record !== undefined);
  const found = listed.filter(isWanted);
  const [first, ...others] = found;
  if (first && others.length === 0) return first;

  const attribute = id === null ? by : 'id';
  const where = project === undefined ? '' : ` in project ${JSON.stringify(project)}`;
  const what = `${noun} with ${attribute} ${JSON.stringify(id ?? name)}${where}`;
  if (!first) {
    throw new DiagnosticError(
      `No such ${noun}`,
      `The service lists no ${what}. Check ${attribute}, the project, and whether the token may see it.`,
      path(attribute),
    );
  }
  const ids = found.map((record) => JSON.stringify(record.id)).sort();
  throw new DiagnosticError(
    `More than one ${noun}`,
    `The service lists ${found.length} objects where one was expected: ${what}. Their ids are ${ids.join(', ')}. Set id to the intended one.`,
    path(attribute),
  );
}
