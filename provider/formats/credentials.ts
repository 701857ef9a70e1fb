import { endpointUrl } from './s3-endpoint';

/** Credentials of an S3 client, and the buckets that they open. They are written as they are, but for the endpoint, and nothing is checked. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** With or without a scheme; written with one, unless it is no address (`endpointUrl`). */
  readonly endpoint: string;
  readonly region: string;
  /** Aliases of the buckets, in any order; perhaps none. Written in the order of their UTF-16 code units. */
  readonly buckets: readonly string[];
}

/** The formats in which credentials are written into a secret; `plain` is the secret half alone. */
export const CREDENTIALS_FORMATS = ['plain', 'json', 'env'] as const;
export type CredentialsFormat = (typeof CREDENTIALS_FORMATS)[number];

/** Credentials as JSON on one line; the buckets are an array of sorted aliases. Readers of the secret rely on the names and their order. */
export function toJson({ accessKeyId, secretAccessKey, endpoint, region, buckets }: Credentials): string {
  return JSON.stringify({
    access_key_id: accessKeyId,
    secret_access_key: secretAccessKey,
    endpoint: endpointUrl(endpoint) ?? endpoint,
    region,
    buckets: [...buckets].sort(),
  });
}

/** Credentials as dotenv text, with the variables that AWS SDKs read; `S3_BUCKETS` are the sorted aliases, `S3_BUCKET` is there for a single one. */
export function toEnv({ accessKeyId, secretAccessKey, endpoint, region, buckets }: Credentials): string {
  const sorted = [...buckets].sort();
  const [only, ...others] = sorted;
  return toDotenv({
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_ENDPOINT_URL_S3: endpointUrl(endpoint) ?? endpoint,
    AWS_REGION: region,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(only !== undefined && others.length === 0 && { S3_BUCKET: only }),
    S3_BUCKETS: sorted.join(','),
  });
}

/** Text that readers of dotenv files and POSIX shells take literally. */
const PLAIN = /^[\w./:@%+,=-]+$/;

/**
 * Variables as dotenv text: one `NAME=value` a line, sorted by name, with a line break at the end. Names are written as they are.
 *
 * Only a value that needs it is quoted, or an empty one, so that readers which take quotes literally can read the others. In single quotes
 * a shell keeps every character. A value with a single quote or a line break is in double quotes, with `\`, `"`, `$`, a backtick and line breaks
 * escaped. There a POSIX shell keeps `\n` and `\r` as they are; Node's `parseEnv` keeps all escapes but `\n`, and cuts a value at its first `"`.
 */
export function toDotenv(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join('');
}

function quote(value: string): string {
  if (PLAIN.test(value)) return value;
  if (!/['\r\n]/.test(value)) return `'${value}'`;
  return `"${value
    .replace(/[\\"$`]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')}"`;
}
