import { string } from '../../framework/schema';
import { notEmpty } from '../../framework/validators';
import type { Call } from '../service/connection';

/** `project_id` of a list resource: where to look. */
export const lookInProject = () =>
  string({
    optional: true,
    description:
      "Project to look in. An object that the service lists without a project counts as being in it. Default: the provider's " +
      '`project_id`, or else every project of the token.',
    validators: [notEmpty()],
  });

/** The readable records of a list; the call warns of the others. A query changes nothing, so what it leaves out is nobody's loss. */
export const fromList =
  <R>(collection: { list(call: Call): Promise<readonly R[]> }, call: Call) =>
  async (matches: (record: R) => boolean): Promise<readonly R[]> =>
    (await collection.list(call)).filter(matches);
