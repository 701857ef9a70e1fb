import { Fn, Op, Token } from 'cdktf';
import type { IBucketRef } from '../bucket-ref';
import type { BucketEnvironmentOptions } from '../ibucket';
import type { IS3Credentials } from '../s3-credentials';
import { notEmpty, refuse } from './checks';
import { nameOfKey } from './key-kinds';
import { isRegistered, opens } from './key-registry';

/**
 * How a key reaches a bucket. A key that does not open it is an error at synthesis.
 *
 * @param bucket the bucket
 * @param method the method that was called, for messages
 */
export function connect(
  bucket: IBucketRef,
  method: Method,
  credentials: IS3Credentials,
  { region }: BucketEnvironmentOptions,
): { readonly accessKeyId: string; readonly endpoint: string; readonly region: string } {
  refuse(bucket, [notEmpty('region', region)]);
  checkOnce(bucket, method, credentials);
  const { accessKeyId, endpoint } = credentials;
  return { accessKeyId, endpoint: urlOf(endpoint), region: region ?? 'us-east-1' };
}

/** The methods that return how a key reaches a bucket. */
type Method = 'connection' | 'environment';

/** The keys for which each method has been called, by bucket. */
const asked: Readonly<Record<Method, WeakMap<IBucketRef, Set<IS3Credentials>>>> = {
  connection: new WeakMap(),
  environment: new WeakMap(),
};

/** Checks at synthesis that a key opens a bucket: once, however often a method is called. */
function checkOnce(bucket: IBucketRef, method: Method, credentials: IS3Credentials): void {
  const keys = asked[method].get(bucket) ?? new Set();
  asked[method].set(bucket, keys);
  if (keys.has(credentials)) return;
  keys.add(credentials);
  bucket.node.addValidation({ validate: () => notOpenTo(credentials, bucket, method) });
}

/** Adds the scheme that S3 clients need; some services return their endpoint without one. */
const urlOf = (endpoint: string): string =>
  Token.asString(Fn.conditional(hasScheme(endpoint), endpoint, Fn.join('', ['https://', endpoint])));

/** Compares the whole scheme, since a host may also begin with `http`. */
const hasScheme = (endpoint: string) => Op.or(Fn.startswith(endpoint, 'http://'), Fn.startswith(endpoint, 'https://'));

function notOpenTo(credentials: IS3Credentials, bucket: IBucketRef, method: Method): string[] {
  if (!isRegistered(credentials) || opens(credentials, bucket)) return [];
  return [
    `"${method}" of bucket "${bucket.node.path}" was asked for ${nameOfKey(credentials)}, which does not open it: ` +
      'add grantRead or one of its sibling methods',
  ];
}
