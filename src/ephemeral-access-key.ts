import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import { Construct } from 'constructs';
import type { IAccessKey } from './access-key';
import type { IBucketRef } from './bucket-ref';
import type { Duration } from './duration';
import type { Grant } from './grant';
import type { Permission } from './permission';
import { EphemeralKeyBlock } from './private/ephemeral-key-block';
import { KeyBuckets } from './private/key-buckets';
import { checkProps } from './private/resource';
import { RESOURCE_ID } from './private/resource-id';
import type { IS3Credentials } from './s3-credentials';

/** Props of an ephemeral access key. */
export interface EphemeralAccessKeyProps {
  /**
   * What the key may do with all its buckets.
   *
   * @default - what the grants on it add up to
   */
  readonly permission?: Permission;

  /**
   * Buckets that the key opens, with its `permission`. While one of them does not exist yet, no key is made.
   *
   * @default - those of `addBucket` and of the grants on it
   */
  readonly buckets?: IBucketRef[];

  /**
   * Provider that makes the key, where a stack has more than one.
   *
   * @default - the `CofferProvider` without an alias
   */
  readonly provider?: TerraformProvider;

  /**
   * Project that the key belongs to.
   *
   * @default - the project of the provider
   */
  readonly projectId?: string;

  /**
   * What has to be there first. References between constructs need no mention.
   *
   * @default - only what the props refer to
   */
  readonly dependsOn?: ITerraformDependable[];

  /**
   * How long making the key may take. It is also how long that waits for a bucket that was just made, instead of 30 seconds.
   *
   * @default - 5 minutes
   */
  readonly openTimeout?: Duration;
}

/**
 * An access key that exists while one command of Terraform runs, and is stored nowhere: neither in the state nor in a plan.
 *
 * It is there for other providers, whose configuration may refer to it, and for write-only values by `SecretValue.fromEphemeral`;
 * anywhere else Terraform refuses its parts. Every plan makes a key, too, so a token that may not create keys cannot plan with it.
 * It takes Terraform 1.10 or newer. It can be used within one stack.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const key = new EphemeralAccessKey(stack, 'Handover');
 * uploads.grantRead(key);
 * new Secret(stack, 'HandoverCode', {
 *   secretName: 'handover-key',
 *   value: SecretValue.fromEphemeral(key.secretAccessKey, { version: '1' }),
 * });
 */
export class EphemeralAccessKey extends Construct implements IAccessKey, IS3Credentials {
  private readonly block: EphemeralKeyBlock;
  private readonly openBuckets: KeyBuckets;

  /** Defines an ephemeral access key. Buckets come from the props, from `addBucket` and from grants of the buckets themselves. */
  public constructor(scope: Construct, id: string, props: EphemeralAccessKeyProps = {}) {
    super(scope, id);
    checkProps(this, props, []);
    this.block = new EphemeralKeyBlock(this, RESOURCE_ID, props);
    this.openBuckets = new KeyBuckets(this, this.block, props);
  }

  /** Opens one more bucket to the key, with the key's own `permission`. */
  public addBucket(bucket: IBucketRef): void {
    this.openBuckets.add(bucket);
  }

  /** Takes in a grant. Called by `grantRead` and its sibling methods of a bucket; call those. */
  public addGrant(grant: Grant): void {
    this.openBuckets.grant(grant);
  }

  /** Identifier given by the service; ephemeral. */
  public get keyId(): string {
    return this.block.attribute('id');
  }

  /** Public key id for S3 clients; ephemeral like all its parts. */
  public get accessKeyId(): string {
    return this.block.attribute('access_key_id');
  }

  /** Secret half of the key; sensitive and ephemeral. */
  public get secretAccessKey(): string {
    return this.block.attribute('secret_access_key');
  }

  /** S3 endpoint for this key; ephemeral. */
  public get endpoint(): string {
    return this.block.attribute('endpoint');
  }

  /** Address of the key in Terraform, for `dependsOn`. */
  public get fqn(): string {
    return this.block.fqn;
  }
}
