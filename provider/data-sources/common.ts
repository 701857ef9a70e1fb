import { DiagnosticError, lengthAtLeast, path, string, timeouts } from '../../framework';
import type { Call } from '../client';
import { isInProject, type ListedRecord } from '../client/as-listed';
import { type Caller, type Connection, toCall } from '../service/connection';
import { lookInProject } from '../service/project';

/** The attribute `project_id` of a data source that finds one object, by id or name; its default is that of {@link getOne}. */
export const lookForOneInProject = () =>
  lookInProject(
    { computed: true },
    "Default: any project with `id`; without it the provider's `project_id`, or else every project of the token.",
  );

/** An attribute by which a data source finds one object, and which it fills in otherwise. */
export const findBy = (description: string) =>
  string({ optional: true, computed: true, description, validators: [lengthAtLeast(1)] });

export const idOr = (other: string) =>
  findBy(`Identifier given by the service. Exactly one of \`id\` and \`${other}\` is set.`);

export const listedAttributes = () => ({
  id: string({ computed: true, description: 'Identifier given by the service.' }),
  project_id: string({ computed: true, description: 'Project, null where the service does not list it.' }),
});

/** The attribute `timeouts` of every data source. Default: five minutes. */
export const readTimeouts = () => timeouts({ read: 'Time limit for reading, including retries and further lists.' });

/** The request to find one object: by the configured id or by the name, of which one is left out. */
interface Asked<B extends string> extends Caller {
  readonly config: { readonly [N in B | 'id' | 'project_id']: string | null | undefined };
  readonly connection: Connection;
}

/**
 * Finds the object that messages call `noun`, by its id or, if that is left out, by the attribute `by`, a field of its record that must be equal.
 * It has to be in the configured project, or for a name in the provider's; a record without a project is in each. Throws a DiagnosticError
 * if there is none, or if there are several, with all their ids (P9). Passes on errors of the client.
 */
export async function getOne<R extends ListedRecord, B extends keyof R & string>(
  request: Asked<B>,
  collection: {
    find(id: string, call: Call): Promise<R | undefined>;
    search(matches: (record: R) => boolean, call: Call): Promise<readonly R[]>;
  },
  noun: string,
  by: B,
): Promise<R> {
  const { config, connection } = request;
  const { id, [by]: name, project_id: projectId }: Asked<B>['config'] = config;
  const call = toCall(request);
  // An id needs no project; a name belongs to a project.
  const project = projectId ?? (typeof id !== 'string' ? connection.projectId : undefined);
  const isWanted = (record: R) => project === undefined || isInProject(record, project);
  const listed =
    typeof id !== 'string'
      ? await collection.search((record) => record[by] === name && isWanted(record), call)
      : [await collection.find(id, call)].filter((record) => record !== undefined);
  const found = listed.filter(isWanted);
  const [first, ...others] = found;
  if (first && others.length === 0) return first;

  const attribute = typeof id !== 'string' ? by : 'id';
  const where = project === undefined ? '' : ` in project ${JSON.stringify(project)}`;
  const what = `${noun} with ${attribute} ${JSON.stringify(id ?? name)}${where}`;
  if (!first) {
    const detail = `The service lists no ${what}. Check ${attribute}, the project, and whether the token may see it.`;
    throw new DiagnosticError(`No such ${noun}`, detail, path(attribute));
  }
  const ids = found.map((record) => JSON.stringify(record.id)).sort();
  const detail = `The service lists ${found.length} objects where one was expected: ${what}. Their ids are ${ids.join(', ')}. Set id to the intended one.`;
  throw new DiagnosticError(`More than one ${noun}`, detail, path(attribute));
}
