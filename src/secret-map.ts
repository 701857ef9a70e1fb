import type { ITerraformDependable, ITerraformIterator } from 'cdktf';
import { Construct } from 'constructs';
import type { RemovalPolicy } from './enums/removal-policy';
import type { ISecret } from './isecret';
import type * as l1 from './l1';
import { Elements, Instances } from './private/code/instances';
import { _ResourceConstruct } from './private/code/references';
import { defineSecret } from './private/resources/definitions';
import { Removal } from './private/resources/removal';
import { finish } from './private/resources/resource';
import type { SecretProps } from './secret-props';
import { SecretValue } from './secret-value';

/**
 * Secrets by key, one for each element of an iterator: {@link Secret.forEach} makes them.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const versions = new TerraformVariable(stack, 'versions', { type: 'map(string)' });
 * const databases = TerraformIterator.fromMap(Token.asAnyMap(versions.stringValue));
 * const passwords = Secret.forEach(stack, 'Password', databases, {
 *   secretName: databases.key,
 *   value: SecretValue.fromVariable(stack, 'initial_password', { version: Token.asString(databases.value) }),
 * });
 * new TerraformOutput(stack, 'secrets', { value: passwords.secretNames });
 */
export class SecretMap extends _ResourceConstruct implements ITerraformDependable {
  /**
   * Defines the secrets.
   *
   * @internal
   */
  public static _of(scope: Construct, id: string, iterator: ITerraformIterator, props: SecretProps): SecretMap {
    return new SecretMap(scope, id, iterator, props);
  }

  /** The low-level construct, for settings that this class does not offer. */
  public readonly resource: l1.Secret;

  private readonly removal: Removal;
  private readonly instances: Instances;
  private readonly secrets: Elements<ISecret>;

  private constructor(scope: Construct, id: string, iterator: ITerraformIterator, props: SecretProps) {
    super(scope, id);
    this.resource = defineSecret(this, props, SecretValue, iterator);
    this.removal = new Removal(this, this.resource, 'Secret', props);
    finish(this.resource, props);
    this.instances = new Instances(this.resource);
    this.secrets = new Elements((childId, key) => new SecretOfMap(this, childId, key, this.instances));
  }

  /**
   * The secret with a key. A key that the iterator does not have is an error when Terraform plans.
   *
   * @param key key of the element: of a list, the element itself. A token is possible, too.
   */
  public at(key: string): ISecret {
    return this.secrets.at(key);
  }

  /** The secret with the key of the current element, for resources with the same `forEach`. Terraform refuses it anywhere else. */
  public get each(): ISecret {
    return this.secrets.each();
  }

  /** Identifiers assigned by the service, by key. */
  public get secretIds(): { [key: string]: string } {
    return this.instances.map('id');
  }

  /** Names of the secrets, by key. */
  public get secretNames(): { [key: string]: string } {
    return this.instances.map('name');
  }

  /**
   * Sets what happens to the secrets when Terraform would destroy them, like the prop `removalPolicy`. `PROTECT` stays,
   * whatever is set before or after it.
   *
   * @param policy the policy
   */
  public applyRemovalPolicy(policy: RemovalPolicy): void {
    this.removal.apply(policy);
  }
}

/** One secret of a map, or the current one. */
class SecretOfMap extends Construct implements ISecret {
  /** The resource that it is an instance of, for checks. */
  public readonly resource: l1.Secret;

  public constructor(
    private readonly map: SecretMap,
    id: string,
    private readonly key: string,
    private readonly instances: Instances,
  ) {
    super(map, id);
    this.resource = map.resource;
  }

  public get secretId(): string {
    return this.instances.one(this.key, 'id');
  }

  public get secretName(): string {
    return this.instances.one(this.key, 'name');
  }

  public get fqn(): string {
    return this.map.fqn;
  }
}
