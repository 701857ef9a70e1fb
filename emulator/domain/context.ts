import { DomainError } from './errors';
import type { Lag } from './lag';
import type { Clock, Random, Transaction } from './ports';
import type { Caller, Stored } from './records';
import type { Rely } from './rules';
import type { Settle } from './settling';

/** What every collection of the service works with. Rules, lag and settle are read anew each time: they may change at run time. */
export interface Context {
  readonly clock: Clock;
  readonly random: Random;
  readonly rely: Rely;
  readonly lag: Lag;
  readonly settle: () => Settle;
  readonly transaction: Transaction;
}

/** Throws `forbidden` when the caller may not use the project, also when there is no such project. */
export function requireProject(caller: Caller, projectId: string): void {
  if (!caller.projectIds.includes(projectId)) {
    throw new DomainError('forbidden', `This token may not use the project "${projectId}".`, 'project_id');
  }
}

/** The object, or `not_found`: the same for an id that nobody has and for one of a project that the caller may not use. */
export function requireVisible<T extends Stored>(caller: Caller, found: T | undefined, kind: string, id: string): T {
  if (found && caller.projectIds.includes(found.projectId)) return found;
  throw new DomainError('not_found', `There is no ${kind} with the id "${id}".`, 'id');
}
