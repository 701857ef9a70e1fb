import {
  isUnknown,
  lengthAtLeast,
  type PlanRequest,
  path,
  requiresReplaceIfKnown,
  string,
  timeouts,
  useNonNullStateForUnknown,
  useStateForUnknown,
} from '../../framework';
import type { Connection } from '../service/connection';
import { missingProject } from '../service/project';

/** The attribute `id` of every resource. It stays through updates unless the resource plans otherwise. */
export const idAttribute = (description = 'Identifier given by the service.') =>
  string({ computed: true, description, planModifiers: [useStateForUnknown()] });

/** A text that the service assigns once, perhaps some time after the object is made: null until then. */
export const assigned = (description: string) =>
  string({ computed: true, description, planModifiers: [useNonNullStateForUnknown()] });

/** The attribute `project_id` of every resource. A change replaces, also to a value not known yet; a null in state takes the planned one over. */
export const projectIdAttribute = () =>
  string({
    optional: true,
    computed: true,
    description: "Project that it belongs to. Default: the provider's `project_id`. A change replaces it.",
    validators: [lengthAtLeast(1)],
    unknownAfterImport: true,
    planModifiers: [useNonNullStateForUnknown(), requiresReplaceIfKnown()],
  });

/** The attribute `timeouts` of every resource, for all four operations. `more`: what one waits for, as sentences. `defaults`: durations such as `1h30m`, where they are not `5m`. */
export const timeoutsAttribute = (
  more: Readonly<Partial<Record<'create' | 'read' | 'update' | 'delete', string>>> = {},
  defaults: Readonly<Partial<Record<'delete', string>>> = {},
) => {
  const describe = (what: string, effect = '') => [`Time limit for ${what}.`, effect].filter(Boolean).join(' ');
  return timeouts(
    {
      create: describe('a create, including the search for an object of a lost response', more.create),
      read: describe('a refresh', more.read),
      update: describe('an update', more.update),
      delete: describe('a destroy, taken from the state', more.delete),
    },
    defaults,
  );
};

interface InProject {
  readonly id: string | null;
  readonly project_id: string | null;
}

/**
 * Plans the provider's project if the resource configures none and has none in state; for one that exists only beside another change. If the
 * provider has none either, it reports an error for a new object, and plans null for one that exists. Does nothing while the configuration of the
 * provider is unknown. Warns of an object that configures none in another project than the provider's, where it stays unless this plan replaces it.
 */
export function planProject<M extends InProject>(request: PlanRequest<M, Connection>): void {
  const { config, prior, plan, set, connection, diagnostics } = request;
  if (prior && config.project_id === null) warnOfOtherProject(prior, request);
  if (!isUnknown(plan.project_id) || isUnknown(config.project_id) || !connection) return;
  if (connection.projectId !== undefined) set('project_id', connection.projectId as never);
  else if (prior) set('project_id', null as never);
  else diagnostics.add(missingProject().toDiagnostic());
}

/** Warns that an existing object stays in its project although the provider now names another one. */
function warnOfOtherProject<M extends InProject>(
  { id, project_id: own }: InProject,
  { connection, diagnostics }: PlanRequest<M, Connection>,
): void {
  const others = connection?.projectId;
  if (own === null || others === undefined || own === others) return;
  const [from, to] = [JSON.stringify(own), JSON.stringify(others)];
  diagnostics.warn(
    "In another project than the provider's",
    `${JSON.stringify(id)} is in project ${from}. Its block names no project, and the project of the provider is ${to} by now. It stays there until ` +
      `a change replaces it; the replacement is created in ${to}. To keep it in ${from}, set project_id = ${from} in its block, which ends this warning. To move ` +
      `it to ${to}, set project_id = ${to}, which creates a new object and destroys this one. Or set the project of the provider back to ${from}.`,
    path('project_id'),
  );
}

/** The planned project of a new object, which some updates make, too, or else the provider's, which may have been unknown in the plan. Throws a DiagnosticError for none. */
export function plannedProject(
  plan: { readonly project_id: string | null | undefined },
  connection: Connection,
): string {
  const projectId = plan.project_id ?? connection.projectId;
  if (projectId === undefined) throw missingProject();
  return projectId;
}
