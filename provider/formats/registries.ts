export interface KnownRegistry {
  /** Its name in messages, and the key of its own rules (`registry-rules.ts`). */
  readonly name: string;
  /** Matches a whole host in lower case, without its port. */
  readonly hosts: RegExp;
  /** The user names that the registry is known to accept; absent if any. */
  readonly usernames?: readonly string[];
  /** True if the registry's own documentation fixes the user names. Then another one is an error, else a warning (P30). */
  readonly usernamesAreFixed?: true;
  /** The lifetimes of passwords by user name; an entry without a user name applies to all. The first that applies counts. */
  readonly lifetimes?: readonly { readonly username?: string; readonly minutes: number }[];
  /** Factory of `PullSecret` in the constructs; the provider does not use it. */
  readonly factory: string;
}

/** The server of Docker Hub in files with credentials. */
export const DOCKER_HUB = 'https://index.docker.io/v1/';

/** The hosts of Docker Hub. `registry.hub.docker.com` is none: it has the same images, but tools look for its credentials under its own name. */
export const DOCKER_HUB_HOSTS: readonly string[] = ['docker.io', 'index.docker.io', 'registry-1.docker.io'];

const ENTRA = '00000000-0000-0000-0000-000000000000';

/** The known registries; the first match counts. `src/private/registries/registry-table.ts` is generated from it. */
export const REGISTRIES: readonly KnownRegistry[] = [
  { name: 'Docker Hub', hosts: /^index\.docker\.io$/, factory: 'forDockerHub' },
  { name: 'GitHub', hosts: /^ghcr\.io$/, factory: 'forGhcr' },
  {
    name: 'Amazon ECR',
    hosts: /^\d{12}\.dkr[.-]ecr(-fips)?\.[a-z0-9-]+\.(amazonaws\.com(\.cn)?|on\.aws)$/,
    usernames: ['AWS'],
    usernamesAreFixed: true,
    lifetimes: [{ minutes: 12 * 60 }],
    factory: 'forEcr',
  },
  {
    name: 'Amazon ECR Public',
    hosts: /^public\.ecr\.aws$/,
    usernames: ['AWS'],
    usernamesAreFixed: true,
    lifetimes: [{ minutes: 12 * 60 }],
    factory: 'forEcrPublic',
  },
  {
    name: 'Google Artifact Registry',
    hosts: /^([a-z0-9-]+-docker\.pkg\.dev|([a-z]+\.)?gcr\.io)$/,
    usernames: ['_json_key', '_json_key_base64', 'oauth2accesstoken'],
    usernamesAreFixed: true,
    lifetimes: [{ username: 'oauth2accesstoken', minutes: 60 }],
    factory: 'forArtifactRegistry',
  },
  {
    name: 'Azure Container Registry',
    hosts: /^[a-z0-9-]+\.azurecr\.(io|cn|us|de)$/,
    lifetimes: [{ username: ENTRA, minutes: 3 * 60 }],
    factory: 'forAcr',
  },
  { name: 'GitLab', hosts: /^registry\.gitlab\.com$/, factory: 'forGitLab' },
  { name: 'Quay', hosts: /^quay\.io$/, factory: 'forQuayRobot' },
  { name: 'DigitalOcean', hosts: /^registry\.digitalocean\.com$/, factory: 'forDigitalOcean' },
  { name: 'Scaleway', hosts: /^rg\.[a-z0-9-]+\.scw\.cloud$/, usernames: ['nologin'], factory: 'forScaleway' },
  {
    name: 'IBM Cloud Container Registry',
    hosts: /^([a-z0-9-]+\.)*icr\.io$/,
    usernames: ['iamapikey', 'iambearer'],
    lifetimes: [{ username: 'iambearer', minutes: 60 }],
    factory: 'forIbm',
  },
  { name: 'Oracle OCIR', hosts: /^[a-z0-9-]+\.ocir\.io$/, factory: 'forOracle' },
  { name: 'NVIDIA NGC', hosts: /^nvcr\.io$/, usernames: ['$oauthtoken'], factory: 'forNgc' },
  { name: 'Red Hat', hosts: /^registry\.redhat\.io$/, factory: 'forRedHat' },
  { name: 'Atlassian Forge', hosts: /^forge-ecr\.services\.atlassian\.com$/, factory: 'forAtlassianForge' },
  { name: 'Heroku', hosts: /^registry\.heroku\.com$/, usernames: ['_'], factory: 'forHeroku' },
  { name: 'Fly', hosts: /^registry\.fly\.io$/, usernames: ['x'], factory: 'forFly' },
];

/** The registry of a host, perhaps with a port; undefined if unknown. Docker Hub is only `index.docker.io`: ask for `hostOf(serverOf(host))`. */
export function findRegistry(host: string): KnownRegistry | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return REGISTRIES.find(({ hosts }) => hosts.test(name));
}

/** Lifetime of a password with this user name (null: not known), in minutes; undefined if it is not known or unlimited. */
export function findLifetime({ lifetimes = [] }: KnownRegistry, username: string | null): number | undefined {
  return lifetimes.find((each) => each.username === undefined || each.username === username)?.minutes;
}
