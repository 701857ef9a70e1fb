import type { ITerraformDependable, ITerraformIterator } from 'cdktf';
import type { Construct } from 'constructs';
import { BucketGrants } from './bucket-grants';
import type { BucketProps } from './bucket-props';
import type { RemovalPolicy } from './enums/removal-policy';
import type { IBucket } from './ibucket';
import type * as l1 from './l1';
import { Elements, Instances } from './private/code/instances';
import { References } from './private/code/references';
import { ManyBuckets } from './private/keys/bucket-refs';
import { _GrantingConstruct } from './private/keys/granting';
import { defineBucket } from './private/resources/definitions';
import { Removal } from './private/resources/removal';
import { finish } from './private/resources/resource';

/** Makes the reference to one bucket of a map, given its attributes. */
type MakeReference = (map: BucketMap, id: string, attributeOf: (name: string) => string) => IBucket;

/**
 * Buckets by key, one for each element of an iterator: {@link Bucket.forEach} makes them. Grants of the map open all of its buckets,
 * however many there are when Terraform runs; those of `at` open one, and those of `each` the one with the key of the current element.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const quotas = new TerraformVariable(stack, 'quotas', { type: 'map(number)' });
 * const tenants = TerraformIterator.fromMap(Token.asAnyMap(quotas.stringValue));
 * const buckets = Bucket.forEach(stack, 'Tenant', tenants, {
 *   maxSize: Size.bytes(Token.asNumber(tenants.value)),
 *   description: tenants.key,
 * });
 * buckets.grantRead(reader);
 * new TerraformOutput(stack, 'names', { value: buckets.aliases });
 */
export class BucketMap extends _GrantingConstruct implements ITerraformDependable {
  /**
   * Defines the buckets.
   *
   * @internal
   */
  public static _of(
    scope: Construct,
    id: string,
    iterator: ITerraformIterator,
    props: BucketProps,
    makeReference: MakeReference,
  ): BucketMap {
    return new BucketMap(scope, id, iterator, props, makeReference);
  }

  /** The low-level construct, for settings that this class does not offer. */
  public readonly resource: l1.Bucket;

  /** Opens all the buckets to keys, like `grantRead` and its sibling methods. */
  public readonly grants: BucketGrants;

  private readonly removal: Removal;
  private readonly references = new References();
  private readonly instances: Instances;
  private readonly buckets: Elements<IBucket>;

  private constructor(
    scope: Construct,
    id: string,
    iterator: ITerraformIterator,
    props: BucketProps,
    makeReference: MakeReference,
  ) {
    super(scope, id);
    this.resource = defineBucket(this, props, iterator);
    this.removal = new Removal(this, this.resource, 'Bucket', props);
    finish(this.resource, props);
    this.instances = new Instances(this.resource);
    const all = new ManyBuckets(this, this.instances.list('id'), this.fqn);
    this.grants = BucketGrants._of(all);
    this.buckets = new Elements((childId, key) =>
      makeReference(this, childId, (attribute) => this.instances.one(key, attribute)),
    );
  }

  /**
   * The bucket with a key. A key that the iterator does not have is an error when Terraform plans.
   *
   * @param key key of the element: of a list, the element itself. A token is possible, too.
   */
  public at(key: string): IBucket {
    return this.buckets.at(key);
  }

  /**
   * The bucket with the key of the current element, for resources with the same `forEach`, such as one key for each of the buckets.
   * Terraform refuses it anywhere else.
   */
  public get each(): IBucket {
    return this.buckets.each();
  }

  /** Address of the resource in Terraform, for `dependsOn`. */
  public get fqn(): string {
    return this.references.late('fqn', () => this.resource.fqn);
  }

  /** Identifiers assigned by the service, by key. */
  public get bucketIds(): { [key: string]: string } {
    return this.instances.map('id');
  }

  /** Names to use with S3 clients, by key. */
  public get aliases(): { [key: string]: string } {
    return this.instances.map('alias');
  }

  /** S3 endpoints, by key. */
  public get endpoints(): { [key: string]: string } {
    return this.instances.map('endpoint');
  }

  /**
   * Sets what happens to the buckets when Terraform would destroy them, like the prop `removalPolicy`. `PROTECT` stays,
   * whatever is set before or after it.
   *
   * @param policy the policy
   */
  public applyRemovalPolicy(policy: RemovalPolicy): void {
    this.removal.apply(policy);
  }
}
