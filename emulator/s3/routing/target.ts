import { S3Error } from '../errors';

export interface Target {
  /** The bucket's name, from the host or the path; `''`: the service itself. */
  readonly bucket: string;
  /** Decoded; `''`: the bucket itself. */
  readonly key: string;
  /** The path as it was sent, without the query. */
  readonly rawPath: string;
  /** Whether the bucket was in the host. */
  readonly isVirtualHost: boolean;
}

/** Maximum length of a key, in bytes of UTF-8. */
const LONGEST_KEY_BYTES = 1024;

/** Maximum number of cached host names: there are few, and they repeat. */
const MOST_HOSTS = 1_000;

/** Finds bucket and key in host and path (E6: path style works everywhere, virtual-host style below known hosts). */
export class Targets {
  readonly #bases: readonly string[];
  readonly #buckets = new Map<string, string>();

  /** @param hosts names that a bucket may precede; lower-case, without port */
  constructor(hosts: readonly string[]) {
    // Longest first: of `s3.localhost` and `localhost`, only the former leaves nothing but the bucket.
    this.#bases = [...new Set(hosts)].sort((a, b) => b.length - a.length);
  }

  /** Throws `InvalidURI` for a path that cannot be decoded. */
  find(url: string, host: string | undefined): Target {
    const origin = url.startsWith('/') || url === '*' ? url : afterOrigin(url);
    const question = origin.indexOf('?');
    const rawPath = question < 0 ? origin : origin.slice(0, question);
    const inHost = host === undefined ? '' : this.#bucketOf(host);
    if (inHost !== '') {
      return { bucket: inHost, key: decode(rawPath.slice(1)), rawPath, isVirtualHost: true };
    }
    const slash = rawPath.indexOf('/', 1);
    const bucket = decode(slash < 0 ? rawPath.slice(1) : rawPath.slice(1, slash));
    const key = slash < 0 ? '' : decode(rawPath.slice(slash + 1));
    return { bucket, key, rawPath, isVirtualHost: false };
  }

  #bucketOf(host: string): string {
    const known = this.#buckets.get(host);
    if (known !== undefined) return known;
    const name = withoutPort(host).toLowerCase();
    const base = this.#bases.find((candidate) => name === candidate || name.endsWith(`.${candidate}`));
    const bucket = base === undefined || name === base ? '' : name.slice(0, -base.length - 1);
    if (this.#buckets.size >= MOST_HOSTS) this.#buckets.clear();
    this.#buckets.set(host, bucket);
    return bucket;
  }
}

/** Proxies may send the whole URL. */
function afterOrigin(url: string): string {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return slash < 0 ? '/' : url.slice(slash);
}

function withoutPort(host: string): string {
  const colon = host.lastIndexOf(':');
  return colon < 0 || host.endsWith(']') ? host : host.slice(0, colon);
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidUri();
  }
}

export function invalidUri(): S3Error {
  return new S3Error('InvalidURI', "Couldn't parse the specified URI.");
}

/** Throws `KeyTooLongError` for a key of more than 1,024 bytes. */
export function checkKey(key: string): void {
  // Most keys are short: bytes are counted only if there could be too many.
  if (key.length <= LONGEST_KEY_BYTES / 3 || Buffer.byteLength(key) <= LONGEST_KEY_BYTES) return;
  throw new S3Error('KeyTooLongError', 'Your key is too long', {
    Size: String(Buffer.byteLength(key)),
    MaxSizeAllowed: String(LONGEST_KEY_BYTES),
  });
}
