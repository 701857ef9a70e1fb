import { Fn, Op, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import type { BucketEnvironmentOptions } from '../../ibucket';
import type { IS3Credentials } from '../../s3-credentials';
import { argument } from '../code/terms';
import { checkStackOf, type StackCheck } from '../code/tree';
import { untraced } from '../code/untraced';
import { nameOfKey } from '../identities/places';
import { notEmpty, refuse } from '../props/checks';
import { isRegistered } from './keys-of-app';
import { Openings } from './opened-buckets';

/** How a key reaches a bucket. A key that does not open it is an error at synthesis, which names the method that was called. */
export function connect(
  bucket: IBucketRef,
  method: Method,
  credentials: IS3Credentials,
  { region }: BucketEnvironmentOptions,
): { readonly accessKeyId: string; readonly endpoint: string; readonly region: string } {
  refuse(bucket, [notEmpty('region', region)]);
  const keys = asked.get(bucket) ?? new Map<IS3Credentials, Set<Method>>();
  asked.set(bucket, keys);
  keys.set(credentials, new Set([...(keys.get(credentials) ?? []), method]));
  if (bucket.node.scopes.some(TerraformStack.isStack)) checkStackOf(bucket, findUnopened);
  return { accessKeyId: credentials.accessKeyId, endpoint: urlOf(credentials), region: region ?? 'us-east-1' };
}

type Method = 'connection' | 'environment';

/** The methods that were called, by bucket and key. */
const asked = new WeakMap<IConstruct, Map<IS3Credentials, Set<Method>>>();

/** Finds keys that do not open the bucket for which a method was called. */
const findUnopened: StackCheck = (constructs) => {
  const openings = new Openings();
  return constructs.flatMap((bucket) =>
    [...(asked.get(bucket) ?? [])]
      .filter(([key]) => isRegistered(key) && openings.has(key, bucket as IBucketRef) === false)
      .flatMap(([key, methods]) =>
        [...methods].map(
          (method) =>
            `"${method}" of bucket "${bucket.node.path}" was asked for ${nameOfKey(key)}, which does not open it: ` +
            'add grantRead or one of its sibling methods',
        ),
      ),
  );
};

/** The URL of the endpoint of each key: one expression for any number of buckets. */
const urls = new WeakMap<IS3Credentials, { readonly endpoint: string; readonly url: string }>();

/** Adds the scheme that S3 clients need; some services return their endpoint without one. */
function urlOf(credentials: IS3Credentials): string {
  const { endpoint } = credentials;
  const known = urls.get(credentials);
  if (known?.endpoint === endpoint) return known.url;
  const url = untraced(() => Token.asString(withScheme(Token.asString(argument(endpoint, 'text')))));
  urls.set(credentials, { endpoint, url });
  return url;
}

const withScheme = (endpoint: string) =>
  Fn.conditional(hasScheme(endpoint), endpoint, Fn.join('', ['https://', endpoint]));

/** Compares the whole scheme, since a host may also begin with `http`. */
const hasScheme = (endpoint: string) => Op.or(Fn.startswith(endpoint, 'http://'), Fn.startswith(endpoint, 'https://'));
