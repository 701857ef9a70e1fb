import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findGarageProblems, findUrlProblems, type GarageOptions, isAdminToken } from '../options/garage-options';
import type { Environment } from './arguments';

/** Flags and environment variables that select where objects are stored. */
export interface GarageFlags {
  /** Undefined: objects are in this process. */
  readonly backend: string | undefined;
  readonly adminUrls: readonly string[];
  readonly tokenFile: string | undefined;
  readonly token: string | undefined;
  readonly isExclusive: boolean;
  /** Whether a port was given for the S3 listener, which a cluster leaves closed. */
  readonly hasS3Port: boolean;
  readonly rest: Omit<Parameters<typeof findGarageProblems>[0], 'garage'>;
}

/** Returns the requested cluster; undefined: none. Adds every problem to `problems`, and quotes no token. */
export function readGarageFlags(flags: GarageFlags, problems: string[]): GarageOptions | undefined {
  const { backend = 'embedded', adminUrls, tokenFile, isExclusive, hasS3Port, rest } = flags;
  if (backend !== 'garage') {
    if (backend !== 'embedded') problems.push(`--s3-backend is embedded or garage, not "${backend}".`);
    const isGiven = adminUrls.length > 0 || tokenFile !== undefined || isExclusive;
    if (isGiven) problems.push('--garage-admin-url and its like need --s3-backend garage.');
    return undefined;
  }
  if (tokenFile !== undefined && flags.token !== undefined) {
    problems.push('--garage-admin-token-file and COFFER_EMULATOR_GARAGE_ADMIN_TOKEN are both given; give one.');
  }
  if (hasS3Port) problems.push('--s3-port is without effect with --s3-backend garage: the cluster serves S3.');
  const adminToken = flags.token ?? readToken(tokenFile, problems);
  const file = tokenFile !== undefined && { adminTokenFile: resolve(tokenFile) };
  const garage = { adminUrls, adminToken: adminToken ?? '', isExclusive, ...file };
  const found = findGarageProblems({ ...rest, garage });
  // An unreadable file is reported already.
  problems.push(
    ...(adminToken === undefined && tokenFile !== undefined
      ? found.filter((each) => !each.includes('--garage-admin-token-file'))
      : found),
  );
  return garage;
}

function readToken(path: string | undefined, problems: string[]): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    problems.push(`--garage-admin-token-file cannot be read: ${(error as Error).message}.`);
    return undefined;
  }
}

/** The flags that {@link readAdminAccess} reads. */
export const ADMIN_ACCESS = {
  'garage-admin-url':
    'admin API of a node of the cluster; may be given several times (COFFER_EMULATOR_GARAGE_ADMIN_URL)',
  'garage-admin-token-file': 'file with the admin token of the cluster (COFFER_EMULATOR_GARAGE_ADMIN_TOKEN_FILE)',
} as const;

/** Reads where the admin API of a cluster is, from flags or the environment. Adds every problem to `problems`, and quotes no token. */
export function readAdminAccess(
  given: Partial<Record<keyof typeof ADMIN_ACCESS, string[]>>,
  env: Environment,
  problems: string[],
): { readonly adminUrls: readonly string[]; readonly adminToken: string } {
  const listed = (env.COFFER_EMULATOR_GARAGE_ADMIN_URL ?? '').split(',').map((part) => part.trim());
  const adminUrls = given['garage-admin-url'] ?? listed.filter((url) => url !== '');
  const tokenFile =
    given['garage-admin-token-file']?.at(-1) ?? (env.COFFER_EMULATOR_GARAGE_ADMIN_TOKEN_FILE || undefined);
  const adminToken = env.COFFER_EMULATOR_GARAGE_ADMIN_TOKEN || readToken(tokenFile, problems);
  if (adminUrls.length === 0) problems.push('--garage-admin-url is needed: the admin API of a node of the cluster.');
  problems.push(...findUrlProblems(adminUrls));
  if (adminToken === undefined && tokenFile === undefined) problems.push('--garage-admin-token-file is needed.');
  else if (adminToken !== undefined && !isAdminToken(adminToken))
    problems.push('The admin token is of visible ASCII characters.');
  return { adminUrls, adminToken: adminToken ?? '' };
}
