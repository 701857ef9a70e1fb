import { textThat, type Validator } from '../../framework';
import { hostOf, isHost } from '../formats/registry-address';
import { quotedAddress } from '../formats/user-info';

/** The user name and password before a host: a warning of its own is about them (P30). */
const USER_INFO = /^[^@]*@/;

/** Validates that a server has a host and no white space (P30). An empty text is left to `lengthAtLeast`. */
export const registryServer = (): Validator<string> =>
  textThat((server) =>
    server === '' || (!/\s/.test(server) && isHost(hostOf(server).replace(USER_INFO, '')))
      ? undefined
      : `It must be the host of a registry, such as "ghcr.io" or "https://registry.example:5000/team", without white space; got ${quotedAddress(server)}.`,
  );
