import type { IConstruct } from 'constructs';
import type { ISecret } from '../../isecret';
import { named, UsedToken } from '../code/used-token';
import { sinks } from './identities';
import { nameOfKey, resourceOf } from './places';

/**
 * A token for the name of the secret in which a key is stored, at this moment or later. It is an error at synthesis to use the name of a key that is
 * stored in none; the message names the bucket whose connection has it.
 */
export function nameOfSecretOf(key: IConstruct, bucket: IConstruct): string {
  const secret = () => {
    const resource = resourceOf(key);
    return resource && (sinks.get(resource) as ISecret | undefined);
  };
  return new UsedToken(
    () => secret()?.secretName,
    (users) =>
      secret()
        ? undefined
        : `"secretName" of a connection of bucket "${bucket.node.path}" is used by ${named(users())}, but ${nameOfKey(key)} is stored in no ` +
          'secret: call storeIn or storeInSecret of the key',
  ).toString();
}
