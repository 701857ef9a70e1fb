import { textThat, type Validator } from '../../framework';
import { hostOf } from '../formats/registry-address';
import { quotedAddress } from '../formats/user-info';

/** The user name and password before a host: a warning of its own is about them (P30). */
const USER_INFO = /^[^@]*@/;

/** A scheme that no client of a registry writes before its host. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Validates that a server has a host, no white space, and no scheme but http and https (P30): no client would ever look up its credentials. Other
 * characters pass: Kubernetes takes patterns, such as `*.dkr.ecr.*.amazonaws.com`. An empty text is left to `lengthAtLeast`.
 */
export const registryServer = (): Validator<string> =>
  textThat((server) => {
    const host = hostOf(server).replace(USER_INFO, '');
    const isOther = OTHER_SCHEME.test(server) && !/^https?:/i.test(server);
    return server === '' || (host !== '' && !/\s/.test(server) && !isOther)
      ? undefined
      : `It must be the host of a registry, such as "ghcr.io" or "https://registry.example:5000/team", without white space; got ${quotedAddress(server)}.`;
  });
