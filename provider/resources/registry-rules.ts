import { DOCKER_HUB, hostOf, serverOf } from '../formats/registry';

/**
 * What registries ask of their credentials (P30). An error is only what a registry's own documentation fixes; all
 * else is a warning, because registries change faster than providers.
 */

/** Credentials as far as they are known: null for what is not, or not yet. */
export interface Login {
  readonly server: string;
  readonly username: string | null;
  /** True for a user name that is kept in state. */
  readonly usernameIsKept: boolean;
  readonly password: string | null;
  /** True if nothing says when the password ends. */
  readonly expiryIsMissing: boolean;
}

/** What is wrong with credentials. Says nothing of the password. */
export interface RegistryProblem {
  readonly severity: 'error' | 'warning';
  readonly about: 'server' | 'username' | 'password' | 'password_expires_at';
  readonly detail: string;
}

interface Registry {
  readonly name: string;
  readonly hosts: RegExp;
  /** The only user names that there are. */
  readonly usernames?: readonly string[];
  /** Whether the registry's own documentation fixes them. */
  readonly fixed?: boolean;
  /** How long a password lives that is given with this user name. */
  readonly lifetimeOf?: (username: string | null) => string | undefined;
  readonly also?: (login: Login) => RegistryProblem | undefined;
}

/** User name for a token of Entra. */
const ENTRA = '00000000-0000-0000-0000-000000000000';

const REGISTRIES: readonly Registry[] = [
  {
    name: 'Amazon ECR',
    hosts: /^(\d{12}\.dkr[.-]ecr(-fips)?\.[a-z0-9-]+\.(amazonaws\.com(\.cn)?|on\.aws)|public\.ecr\.aws)$/,
    usernames: ['AWS'],
    fixed: true,
    lifetimeOf: () => '12 hours',
  },
  {
    name: 'Google Artifact Registry',
    hosts: /^([a-z0-9-]+-docker\.pkg\.dev|([a-z]+\.)?gcr\.io)$/,
    usernames: ['_json_key', '_json_key_base64', 'oauth2accesstoken'],
    fixed: true,
    lifetimeOf: (username) => (username === 'oauth2accesstoken' ? '60 minutes' : undefined),
  },
  {
    name: 'Azure Container Registry',
    hosts: /\.azurecr\.io$/,
    lifetimeOf: (username) => (username === ENTRA ? '3 hours' : undefined),
  },
  {
    name: 'IBM Cloud Container Registry',
    hosts: /^([a-z0-9-]+\.)?icr\.io$/,
    usernames: ['iamapikey', 'iambearer'],
    lifetimeOf: (username) => (username === 'iambearer' ? 'about an hour' : undefined),
  },
  { name: 'Scaleway', hosts: /^rg\.[a-z0-9-]+\.scw\.cloud$/, usernames: ['nologin'] },
  { name: 'NVIDIA NGC', hosts: /^nvcr\.io$/, usernames: ['$oauthtoken'] },
  { name: 'Heroku', hosts: /^registry\.heroku\.com$/, usernames: ['_'] },
  { name: 'Fly', hosts: /^registry\.fly\.io$/, usernames: ['x'] },
  {
    name: 'Oracle OCIR',
    hosts: /^[a-z0-9-]+\.ocir\.io$/,
    also: ({ username }) =>
      username === null || username.includes('/')
        ? undefined
        : warning('username', 'Oracle OCIR has user names of the form NAMESPACE/USER, or NAMESPACE/DOMAIN/USER.'),
  },
  {
    name: 'GitHub',
    hosts: /^ghcr\.io$/,
    also: ({ password }) =>
      password?.startsWith('github_pat_')
        ? warning(
            'password',
            'GitHub’s container registry does not take fine-grained tokens. Use a classic one with read:packages.',
          )
        : undefined,
  },
  {
    name: 'DigitalOcean',
    hosts: /^registry\.digitalocean\.com$/,
    also: ({ usernameIsKept }) =>
      usernameIsKept
        ? warning(
            'username',
            'DigitalOcean has an API token as user name and as password, so the user name is a secret, too. Give it as username_wo, which is never kept in state.',
          )
        : undefined,
  },
  {
    name: 'Docker Hub',
    hosts: /^hub\.docker\.com$/,
    also: () => warning('server', `This is the web site of Docker Hub. Its registry is ${JSON.stringify(DOCKER_HUB)}.`),
  },
];

/** Everything that looks wrong for the registry that the server is; nothing for registries that we do not know. */
export function checkLogin(login: Login): readonly RegistryProblem[] {
  const host = hostOf(serverOf(hostOf(login.server)));
  return REGISTRIES.filter(({ hosts }) => hosts.test(host)).flatMap((registry) => {
    const problems = [usernameProblem(registry, login), lifetimeProblem(registry, login), registry.also?.(login)];
    return problems.filter((problem) => problem !== undefined);
  });
}

function usernameProblem({ name, usernames, fixed }: Registry, { username }: Login): RegistryProblem | undefined {
  if (username === null || !usernames || usernames.includes(username)) return undefined;
  const wanted = usernames.map((one) => JSON.stringify(one)).join(' or ');
  return { severity: fixed ? 'error' : 'warning', about: 'username', detail: `The user name of ${name} is ${wanted}.` };
}

function lifetimeProblem({ name, lifetimeOf }: Registry, login: Login): RegistryProblem | undefined {
  const lifetime = login.expiryIsMissing ? lifetimeOf?.(login.username) : undefined;
  if (lifetime === undefined) return undefined;
  return warning(
    'password_expires_at',
    `A password of ${name} ends after ${lifetime}. Set password_expires_at to be warned, and renew it in time.`,
  );
}

const warning = (about: RegistryProblem['about'], detail: string): RegistryProblem => ({
  severity: 'warning',
  about,
  detail,
});
