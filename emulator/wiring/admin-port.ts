import { isFromThisMachine } from '../control/api/access';
import type { AdminPort } from '../dashboard/ports';
import { isSame } from '../domain/compare';
import type { TokenStore } from '../domain/stores';

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
