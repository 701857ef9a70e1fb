import type { AdminPort, FaultsPort } from '../dashboard/ports';
import { isSame } from '../domain/compare';
import type { TokenStore } from '../domain/stores';
import { isFromThisMachine } from '../rest/control/access';
import type { FaultSpec } from '../rest/fault-spec';
import type { Faults } from '../rest/faults';

/** The dashboard's view of faults: for the operations that the dialect and the data plane have. */
export function toFaultsPort(
  faults: Faults,
  operations: () => readonly Exclude<FaultSpec['operation'], '*'>[],
): FaultsPort {
  return {
    active: () => faults.active(),
    add(fault) {
      const operation = (['*', ...operations()] as const).find((name) => name === fault.operation);
      if (operation) faults.add({ ...fault, operation });
    },
  };
}

/** The dashboard's view of the admin. */
export function toAdminPort(adminToken: string | undefined, tokens: Pick<TokenStore, 'projectIds'>): AdminPort {
  return {
    hasToken: adminToken !== undefined,
    isToken: (token) => adminToken !== undefined && isSame(token, adminToken),
    caller: {
      get projectIds() {
        return tokens.projectIds();
      },
    },
    isFromThisMachine,
  };
}
