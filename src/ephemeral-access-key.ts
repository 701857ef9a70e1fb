import type { ITerraformDependable, TerraformElement } from 'cdktf';
import type { Construct } from 'constructs';
import type { IAccessKey } from './access-key';
import type { Duration } from './duration';
import type { KeyProps } from './key-props';
import { RESOURCE_ID } from './private/code/tree';
import { EphemeralKeyBlock } from './private/keys/ephemeral-key-block';
import { _KeyConstruct } from './private/keys/key-buckets';
import { checkProps } from './private/resources/resource';
import type { PlacementProps } from './resource-props';
import type { IS3Credentials } from './s3-credentials';

/** Props of an ephemeral access key. */
export interface EphemeralAccessKeyProps extends PlacementProps, KeyProps {
  /**
   * Constructs that have to be created first. References between constructs are dependencies without this prop.
   *
   * @default - only what the props refer to
   */
  readonly dependsOn?: ITerraformDependable[];

  /**
   * Time limit for creating the key. The creation also waits this long, instead of 30 seconds, for a newly created bucket.
   *
   * @default - 5 minutes
   */
  readonly openTimeout?: Duration;
}

/**
 * An access key that exists while one command of Terraform runs and is stored nowhere: neither in the state nor in a plan.
 *
 * It is meant for the configuration of other providers, which may refer to it, and for write-only values by
 * `SecretValue.fromEphemeral`; Terraform refuses its attributes anywhere else. Every plan also creates a key, so a token that may
 * not create keys cannot plan with it. It needs Terraform 1.10 or newer. It can only be used within one stack.
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
export class EphemeralAccessKey extends _KeyConstruct implements IAccessKey, IS3Credentials {
  /** The block `ephemeral`, for settings that this class does not offer (`addOverride`, `overrideLogicalId`). */
  public readonly resource: TerraformElement;

  private readonly block: EphemeralKeyBlock;

  /** Defines an ephemeral access key. Its buckets come from the props, from `addBucket` and from the buckets' grants. */
  public constructor(scope: Construct, id: string, props: EphemeralAccessKeyProps = {}) {
    super(scope, id);
    checkProps(this, props, []);
    this.block = new EphemeralKeyBlock(this, RESOURCE_ID, props);
    this.resource = this.block;
    this._open(props);
  }

  /** Identifier assigned by the service; ephemeral. */
  public get keyId(): string {
    return this.block.attribute('id');
  }

  /** Public key id for S3 clients; ephemeral like all attributes of the key. */
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
  public override get fqn(): string {
    return super.fqn;
  }
}
