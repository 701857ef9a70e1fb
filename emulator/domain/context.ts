import { DomainError } from './errors';
import type { Lag } from './lag';
import type { Clock, FromReserve, Random, Transaction } from './ports';
import type { Caller, Stored } from './records';
import type { Rely } from './rules';
import type { Settle } from './settling';

/** The dependencies of every collection of the service. Rules, lag and settle may change at run time, so they are read for each use. */
export interface Context {
  readonly clock: Clock;
  readonly random: Random;
  readonly rely: Rely;
  readonly lag: Lag;
  readonly settle: () => Settle;
  readonly transaction: Transaction;
  readonly fromReserve: FromReserve;
}

/** Throws `forbidden` for a caller that may only read. */
export function requireWriter({ isReadOnly = false }: Caller): void {
  if (isReadOnly) throw new DomainError('forbidden', 'This token may only read.');
}

/** Before a create: throws `forbidden` if the caller may not change the project, or it does not exist. */
export function requireProject(caller: Caller, projectId: string): void {
  if (!caller.projectIds.includes(projectId)) {
    const says = `This token may not use the project ${JSON.stringify(projectId)}.`;
    throw new DomainError('forbidden', says, 'project_id');
  }
  requireWriter(caller);
}

/**
 * Returns the object, before a change of it. Throws `not_found` if it does not exist or belongs to a project that the caller may not
 * use, `forbidden` for a caller that may only read.
 */
export function requireVisible<T extends Stored>(caller: Caller, found: T | undefined, kind: string, id: string): T {
  if (!found || !caller.projectIds.includes(found.projectId)) {
    throw new DomainError('not_found', `There is no ${kind} with the id ${JSON.stringify(id)}.`, 'id');
  }
  requireWriter(caller);
  return found;
}
