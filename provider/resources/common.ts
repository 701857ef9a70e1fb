import type { Diagnostics } from '../framework/diagnostic';
import { path } from '../framework/path';
import { fixedAtCreation, requiresReplace, useStateForUnknown } from '../framework/plan-modifiers';
import type { PrivateState } from '../framework/private-state';
import type { Handling, Planned, PlanRequest } from '../framework/resource';
import { string } from '../framework/schema';
import { isUnknown } from '../framework/value';
import type { Connection } from '../service/connection';
import { notEmpty } from '../service/validators';

/** `id`, as every resource has it. */
export const idAttribute = (description = 'Identifier given by the service.') =>
  string({ computed: true, description, planModifiers: [fixedAtCreation()] });

/** `project_id`, as every resource has it. */
export const projectIdAttribute = () =>
  string({
    optional: true,
    computed: true,
    description: "Project that it belongs to. Default: the provider's `project_id`. A change replaces it.",
    validators: [notEmpty()],
    planModifiers: [useStateForUnknown(), requiresReplace()],
  });

interface InProject {
  readonly project_id: string | null;
}

/** Plans the provider's project where none is configured; an error if there is none either. */
export function planProject<M extends InProject>({
  config,
  prior,
  plan,
  set,
  client,
  diagnostics,
}: PlanRequest<M, Connection>): void {
  if (!isUnknown(plan.project_id) || isUnknown(config.project_id) || !client) return;
  if (client.projectId !== undefined) set('project_id', client.projectId as M['project_id']);
  else if (prior) set('project_id', null as M['project_id']);
  else {
    diagnostics.error(
      'Missing project_id',
      'Set project_id here, in the provider block, or in the environment variable COFFER_PROJECT_ID.',
      path('project_id'),
    );
  }
}

/** The project to create in; planned, so only missing when the provider's configuration was unknown during the plan. */
export function projectOf(plan: InProject, connection: Connection): string {
  const projectId = plan.project_id ?? connection.projectId;
  if (projectId === undefined) throw new Error('no project was planned');
  return projectId;
}

/** Attributes of which one at most may be configured. */
export function conflict<M>(
  config: Planned<M>,
  first: keyof M & string,
  second: keyof M & string,
  diagnostics: Diagnostics,
): void {
  if (!isSet(config[first]) || !isSet(config[second])) return;
  diagnostics.error('Conflicting attributes', `Set ${first} or ${second}, not both.`, path(second));
}

/** True for a value that is configured and known. */
export const isSet = (value: unknown): boolean => value !== null && value !== undefined && !isUnknown(value);

/** True for what is configured or may turn out to be. */
export const maySet = (value: unknown): boolean => value !== null && value !== undefined;

/** How long an object that we made may be missing from lists before it counts as gone, in milliseconds (P7). */
const UNSEEN_GRACE_MS = 10 * 60_000;

/** Where private state keeps since when the object of a resource has not been listed. */
const UNSEEN = 'unseen_since';

/** Remembers that an object was made now and has not been listed yet. */
export function rememberUnseen(privateState: PrivateState, now: number, note = UNSEEN): void {
  privateState.set(note, now);
}

/**
 * Decides about an object that two lists agree is missing (P7, P8): true if it stays in state for now, because we made it
 * a short while ago and no list has shown it yet.
 */
export async function staysThoughMissing(
  { privateState, diagnostics, now }: Handling<Connection>,
  what: string,
  listed: () => Promise<readonly unknown[]>,
  note = UNSEEN,
): Promise<boolean> {
  const since = privateState.get(note);
  if (typeof since === 'number' && now() - since < UNSEEN_GRACE_MS) {
    diagnostics.warn(
      'Not listed yet',
      `The service made ${what} but does not list it yet. It is kept in state; plan again in a few minutes.`,
    );
    return true;
  }
  if ((await listed()).length === 0) {
    diagnostics.warn(
      'Nothing is listed',
      `The service lists no object of this kind at all, though state knows some (${what}). Is this token for another project or another service?`,
    );
  }
  return false;
}
