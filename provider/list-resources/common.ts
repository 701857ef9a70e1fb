import { string } from '../framework/schema';
import { notEmpty } from '../service/validators';

/** `project_id` of a list resource: where to look. */
export const lookInProject = () =>
  string({
    optional: true,
    description:
      "Project to look in. What the service lists without a project counts as being in it. Default: the provider's " +
      '`project_id`, or else every project of the token.',
    validators: [notEmpty()],
  });
