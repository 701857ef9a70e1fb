import { type IResolvable, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { ISecret } from '../isecret';
import { sinks } from './identities';
import { nameOfKey } from './key-kinds';
import { resourceOf } from './places';
import { pathOf } from './resource-id';
import { checkStackOf, type StackCheck } from './stack-checks';
import { findUses } from './uses';
import { ValidationError } from './validation-error';

/** The names that were asked for, by app. */
const asked = new WeakMap<IConstruct, StoredName[]>();

/**
 * A token for the name of the secret in which a key is stored, at this moment or later. It is an error at synthesis to use the name
 * of a key that is stored in none.
 *
 * @param key the key
 * @param bucket the bucket whose connection has the name, for messages
 */
export function nameOfSecretOf(key: IConstruct, bucket: IConstruct): string {
  const name = new StoredName(key, bucket);
  const { root } = bucket.node;
  asked.set(root, [...(asked.get(root) ?? []), name]);
  checkStackOf(bucket, findNameless);
  return Token.asString(name);
}

class StoredName implements IResolvable {
  public readonly creationStack: string[] = [];

  public constructor(
    private readonly key: IConstruct,
    public readonly bucket: IConstruct,
  ) {}

  public resolve(): string {
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

  public toString(): string {
    return Token.asString(this);
  }

  public toJSON(): string {
    return '<unresolved name of a secret>';
  }
}

/** Reports names that are used although there are none; a connection may be used without its name. */
const findNameless: StackCheck = (_constructs, stack) => {
  const nameless = (asked.get(stack.node.root) ?? []).filter(
    ({ bucket, problem }) => problem !== undefined && TerraformStack.of(bucket) === stack,
  );
  if (nameless.length === 0) return [];
  const uses = findUses(stack.node.root, (token) => nameless.find((name) => name === token));
  return uses.map(({ user, what }) => `${what.problem} (used by "${pathOf(user)}")`);
};
