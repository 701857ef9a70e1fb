import { toDotenv } from './dotenv';
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
/** One of {@link CREDENTIALS_FORMATS}. */
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
