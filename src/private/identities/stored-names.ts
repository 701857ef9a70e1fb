import type { IConstruct } from 'constructs';
import type { ISecret } from '../../isecret';
import { LateToken } from '../code/late-token';
import { findUses, isCrossing } from '../code/token-uses';
import { pathOf, type StackCheck } from '../code/tree';
import { ValidationError } from '../validation-error';
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

class StoredName extends LateToken {
  public constructor(
    private readonly key: IConstruct,
    private readonly bucket: IConstruct,
  ) {
    super();
  }

  public override resolve(): string {
    // A problem is reported together with others; only an app without validations writes it into the code.
    return this.problem ?? this.read();
  }

  /** Why there is no name; undefined if there is one. */
  public get problem(): string | undefined {
    try {
      this.read();
      return undefined;
    } catch (error) {
      if (error instanceof ValidationError) return error.message;
      throw error;
    }
  }

  private read(): string {
    const resource = resourceOf(this.key);
    const secret = resource && (sinks.get(resource) as ISecret | undefined);
    if (secret) return secret.secretName;
    throw new ValidationError(
      `"secretName" of a connection of bucket "${this.bucket.node.path}" is used, but ${nameOfKey(this.key)} is stored in no secret: ` +
        'call storeIn or storeInSecret of the key',
    );
  }
}

/** Reports names that a stack uses although there are none; a connection may be used without its name. */
export const findNameless: StackCheck = (constructs, { node }) => {
  const nameless = new Set<unknown>((asked.get(node.root) ?? []).filter(({ problem }) => problem !== undefined));
  if (nameless.size === 0) return [];
  const users = constructs.filter((construct) => !isCrossing(construct));
  const uses = findUses(users, (token) => (nameless.has(token) ? (token as StoredName) : undefined));
  return uses.map(({ user, what }) => `${what.problem} (used by "${pathOf(user)}")`);
};
