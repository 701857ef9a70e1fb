/* The requirements of registries on credentials (P30). Only a documented rule is an error, others are warnings: registries change quickly. */

import { DOCKER_HUB, findLifetime, findRegistry, type KnownRegistry } from '../formats/registries';
import { hostOf, serverOf } from '../formats/registry-address';
import { hasUserInfo } from '../formats/user-info';

/** Credentials as far as they are known. A part that is not set or unknown is null. */
export interface Login {
  readonly server: string;
  readonly username: string | null;
  /** True if the user name is known and not write-only, so that it is in plan and state. */
  readonly usernameIsKept: boolean;
  readonly password: string | null;
  /** True if the configuration does not say when the password expires. */
  readonly expiryIsMissing: boolean;
}

/** A problem of credentials. Its texts do not quote the password. */
interface RegistryProblem {
  readonly severity: 'error' | 'warning';
  /** The attribute at fault, in its plain or its write-only form. */
  readonly about: 'server' | 'username' | 'password' | 'password_expires_at';
  readonly detail: string;
}

const PECULIARITIES: Readonly<Record<string, (login: Login) => RegistryProblem | undefined>> = {
  'Oracle OCIR': ({ username }) =>
    username === null || username.includes('/')
      ? undefined
      : warning('username', 'Oracle OCIR has user names of the form NAMESPACE/USER, or NAMESPACE/DOMAIN/USER.'),
  GitHub: ({ password }) =>
    password?.startsWith('github_pat_')
      ? warning(
          'password',
          'GitHub’s container registry does not accept fine-grained tokens. Use a classic token with read:packages.',
        )
      : undefined,
  DigitalOcean: ({ usernameIsKept }) =>
    usernameIsKept
      ? warning(
          'username',
          'DigitalOcean uses an API token as both user name and password, so the user name is a secret, too. Set username_wo, which is never kept in state.',
        )
      : undefined,
};

/**
 * Checks credentials against the registry of their server, in whatever spelling. A server with a user name, or the web site of Docker Hub, gets that
 * one warning, and an unknown one none. Never throws.
 */
export function checkLogin(login: Login): readonly RegistryProblem[] {
  if (hasUserInfo(login.server)) {
    const detail =
      'The server contains a user name or password, which plan and state would show, and which no registry expects there. Remove the part before "@", and use the arguments username and password.';
    return [warning('server', detail)];
  }
  const host = hostOf(serverOf(hostOf(login.server)));
  if (/^hub\.docker\.com(?::\d+)?$/.test(host)) {
    const detail = `This is the website of Docker Hub. Its registry is ${JSON.stringify(DOCKER_HUB)}.`;
    return [warning('server', detail)];
  }
  const registry = findRegistry(host);
  if (!registry) return [];
  const problems = [
    usernameProblem(registry, login),
    lifetimeProblem(registry, login),
    PECULIARITIES[registry.name]?.(login),
  ];
  return problems.filter((problem) => problem !== undefined);
}

function usernameProblem(registry: KnownRegistry, { username }: Login): RegistryProblem | undefined {
  const { name, usernames, usernamesAreFixed } = registry;
  if (username === null || !usernames || usernames.includes(username)) return undefined;
  const wanted = usernames.map((one) => JSON.stringify(one)).join(' or ');
  const severity = usernamesAreFixed ? 'error' : 'warning';
  return { severity, about: 'username', detail: `The user name of ${name} is ${wanted}.` };
}

function lifetimeProblem(registry: KnownRegistry, login: Login): RegistryProblem | undefined {
  const minutes = login.expiryIsMissing ? findLifetime(registry, login.username) : undefined;
  if (minutes === undefined) return undefined;
  const lifetime = minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`;
  return warning(
    'password_expires_at',
    `A password of ${registry.name} expires after ${lifetime}. Set password_expires_at to get a warning in time.`,
  );
}

const warning = (about: RegistryProblem['about'], detail: string): RegistryProblem => ({
  severity: 'warning',
  about,
  detail,
});
