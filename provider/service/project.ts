import { DiagnosticError, lengthAtLeast, path, string } from '../../framework';
import type { Connection } from './connection';

/** Makes the attribute `project_id` of a search. `otherwise` is the sentence about its default. Pass `computed` in a data source, which fills it in. */
export const lookInProject = (
  options: { readonly computed?: boolean } = {},
  otherwise = "Default: the provider's `project_id`, or else every project of the token.",
) =>
  string({
    ...options,
    optional: true,
    description: `Project to look in. An object that the service lists without a project counts as being in it. ${otherwise}`,
    validators: [lengthAtLeast(1)],
  });

/** The configured project, or else, if there is none, the provider's; undefined for neither. */
export const projectOf = (
  config: { readonly project_id: string | null | undefined },
  connection: Pick<Connection, 'projectId'>,
) => config.project_id ?? connection.projectId;

/** Makes, and does not throw, the error for a create without a project. */
export const missingProject = () =>
  new DiagnosticError(
    'Missing project_id',
    'Set project_id here, in the provider block, or in the environment variable COFFER_PROJECT_ID.',
    path('project_id'),
  );
