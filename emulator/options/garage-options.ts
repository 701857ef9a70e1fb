import { AT } from '../journal/addresses';
import type { Knobs } from '../settings/knobs';
import { SCHEME, toldUrl } from './s3-options';

/** A Garage cluster to keep the objects in. */
export interface GarageOptions {
  /** URLs of its nodes' admin APIs. Calls go to the first; to another one only while the first is down. */
  readonly adminUrls: readonly string[];
  readonly adminToken: string;
  /** File with the token, which is read again when the cluster refuses the token. Undefined: the token stays as it is. */
  readonly adminTokenFile?: string | undefined;
  /** Whether nobody else creates buckets there: then buckets without a name are removed. Default false. */
  readonly isExclusive?: boolean | undefined;
}

interface Given {
  readonly garage?: GarageOptions | undefined;
  readonly s3PublicUrl?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly clock?: unknown;
  readonly seed?: string | number | undefined;
}

/** Returns everything that keeps an emulator from starting with a Garage cluster, one sentence each. */
export function findGarageProblems({ garage, ...options }: Given, knobs: Partial<Knobs> = {}): string[] {
  if (!garage) return [];
  const problems: [isWrong: boolean, says: string][] = [
    [garage.adminUrls.length === 0, 'A Garage cluster needs the URL of its admin API (--garage-admin-url).'],
    [
      !isAdminToken(garage.adminToken),
      'A Garage cluster needs its admin token (--garage-admin-token-file), of visible ASCII characters.',
    ],
    [
      options.s3PublicUrl === undefined,
      'A Garage cluster needs the URL at which S3 clients reach it (--s3-public-url).',
    ],
    [
      options.dataDir === undefined,
      'A Garage cluster needs a data folder (--data): what is under way there must survive a crash here.',
    ],
    [options.clock !== undefined, 'A Garage cluster has a clock of its own: the emulator cannot be given one.'],
    [
      options.seed !== undefined,
      'A Garage cluster takes no access key id twice: ids cannot be the same every time (--seed).',
    ],
    [
      knobs.deleteNonEmpty === 'delete',
      'A Garage cluster deletes no bucket that holds objects: the knob deleteNonEmpty must be "conflict".',
    ],
  ];
  for (const knob of ['cannedAcl', 'serverSideEncryption'] as const) {
    const says = `A Garage cluster refuses nothing of it: the knob ${knob} must be "ignore".`;
    problems.push([knobs[knob] === 'refuse', says]);
  }
  return [...findUrlProblems(garage.adminUrls), ...problems.filter(([isWrong]) => isWrong).map(([, says]) => says)];
}

/** Problems of a list of URLs to call, one for each. Behind what has something to hide, a part without scheme may belong to its password. */
export function findUrlProblems(urls: readonly string[]): string[] {
  const given = urls.flatMap((url) => (isHttpUrl(url) ? url : url.split(',')));
  const hasPassword = given.some((part) => AT.test(part));
  const all: string[][] = [];
  for (const part of given) {
    const last = SCHEME.test(part) ? undefined : all.at(-1);
    if (last && (hasPassword || toldUrl(last.join()).includes('(hidden)'))) last.push(part);
    else all.push([part]);
  }
  return all.flatMap((parts, index) => {
    if (parts.every(isHttpUrl)) return [];
    const url = parts.join();
    // Where one has a password, what has none may be a part of it; so may what is neither a URL nor a host with its port.
    const mayBeSecret = hasPassword || (index > 0 && !SCHEME.test(url) && !/:\d+$/.test(url));
    const told = mayBeSecret && !AT.test(url) ? '"(hidden)"' : toldUrl(url);
    const which = all.length === 1 ? '' : ` ${index + 1} of ${all.length}`;
    return [`--garage-admin-url${which} is an http or https URL without credentials and query, not ${told}.`];
  });
}

/** Whether the text can be sent in a header. */
export const isAdminToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Whether the text is a URL to call: without credentials, query and fragment. A path with an {@link AT} is a password with a slash. */
export function isHttpUrl(text: string): boolean {
  const url = AT.test(text) ? null : URL.parse(text);
  const isBare = url !== null && [url.username, url.password, url.search, url.hash].every((part) => part === '');
  return isBare && /^https?:$/.test(url.protocol);
}

/** Features that are refused while a cluster holds the objects, with the reasons. */
export const NOT_OVER_GARAGE = {
  clock: 'The clock cannot be moved: the objects lie in a storage cluster, which has a clock of its own.',
  reset: 'The emulator cannot be reset: the objects lie in a storage cluster.',
  snapshot: 'No snapshot can be taken or restored: the objects lie in a storage cluster.',
  seed: 'cannot be seeded: objects lie in a storage cluster',
  fault: 'No fault can apply to S3 operations: the storage cluster carries them out.',
} as const;
