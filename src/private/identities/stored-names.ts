import type { IConstruct } from 'constructs';
import type { ISecret } from '../../isecret';
import { isCrossing } from '../code/crossings';
import { pathOf, type StackCheck } from '../code/tree';
import { WatchedToken } from '../code/watched-token';
import { sinks } from './identities';
import { nameOfKey, resourceOf } from './places';

/** The names that were asked for, by app. */
const asked = new WeakMap<IConstruct, StoredName[]>();

/**
 * A token for the name of the secret in which a key is stored, at this moment or later. It is an error at synthesis to use the name of a key that is
 * stored in none; the message names the bucket whose connection has it.
 */
export function nameOfSecretOf(key: IConstruct, bucket: IConstruct): string {
  const name = new StoredName(key, bucket);
  const { root } = bucket.node;
  const names = asked.get(root) ?? [];
  asked.set(root, names);
  names.push(name);
  return name.toString();
}

class StoredName extends WatchedToken {
  public constructor(
    private readonly key: IConstruct,
    private readonly bucket: IConstruct,
  ) {
    // A problem is reported together with others; only an app without validations writes it into the code.
    super(() => this.secret?.secretName ?? this.problem);
  }

  public get secret(): ISecret | undefined {
    const resource = resourceOf(this.key);
    return resource && (sinks.get(resource) as ISecret | undefined);
  }

  public get problem(): string {
    return (
      `"secretName" of a connection of bucket "${this.bucket.node.path}" is used, but ${nameOfKey(this.key)} is stored in no secret: ` +
      'call storeIn or storeInSecret of the key'
    );
  }
}

/** Reports names that a stack uses although there are none; a connection may be used without its name. */
export const findNameless: StackCheck = (constructs, { node }) => {
  const nameless = (asked.get(node.root) ?? []).filter(({ secret }) => secret === undefined);
  if (nameless.length === 0) return [];
  const users = constructs.filter((construct) => !isCrossing(construct));
  return nameless.flatMap((name) =>
    name.usersAmong(users).map((user) => `${name.problem} (used by "${pathOf(user)}")`),
  );
};
