/* The doubt about an update that failed although the service may have carried it out (P48), until one succeeds: no list shows a value or a password, nor every service a quota. */

import type { Diagnostics, PrivateState } from '../../framework';
import { withIds } from '../client/errors/with-ids';

const IN_DOUBT = 'update_in_doubt';

/** True if it is not known whether the service has what state says, or what an update sent that failed. */
export const isInDoubt = (privateState: PrivateState): boolean => privateState.get(IN_DOUBT) === true;

export const noteDoubt = (privateState: PrivateState, isDoubted: boolean): void =>
  privateState.set(IN_DOUBT, isDoubted || undefined);

/** Warns in the plan of an object in doubt. The plan itself has to differ from the state: make a computed attribute unknown. */
export function warnOfDoubt(diagnostics: Diagnostics, id: string): void {
  const detail =
    'The last update failed, and it is not known whether the service applied it. The configured values are sent again, even if they equal the state.';
  diagnostics.warn(withIds('Sent again after a failure', [id]), detail);
}
