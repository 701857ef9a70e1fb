import { lengthAtLeast, string } from '../../framework';
import type { Call } from '../service/connection';

/** The attribute `project_id` of a list resource. */
export const lookInProject = () =>
  string({
    optional: true,
    description:
      "Project to look in. An object that the service lists without a project counts as being in it. Default: the provider's " +
      '`project_id`, or else every project of the token.',
    validators: [lengthAtLeast(1)],
  });

/** Searches the readable records of a list, and warns of the others: a query changes nothing, so leaving them out does no harm. */
export const fromList =
  <R>(collection: { list(call: Call): Promise<readonly R[]> }, call: Call) =>
  async (matches: (record: R) => boolean): Promise<readonly R[]> =>
    (await collection.list(call)).filter(matches);
