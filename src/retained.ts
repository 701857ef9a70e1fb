import { Construct } from 'constructs';
import { notEmpty, refuse } from './private/checks';
import { RemovedBlock } from './private/removed-block';
import { RESOURCE_ID } from './private/resource-id';

/** Which resource is let go of. */
export interface RetainedProps {
  /**
   * Name of the resource in Terraform, where it had one of its own (`overrideLogicalId`) or its construct had another place in the code.
   *
   * @default - the name that a construct of this scope and id has
   */
  readonly logicalId?: string;
}

/**
 * Stands in for a `Bucket` that is no longer managed here: the bucket leaves Terraform's state and stays at the service, with all that
 * is in it. Give it scope and id of the `Bucket` that it replaces. It has to stay in the code until it has been applied everywhere, and
 * so does the provider of the bucket; keys that open the bucket can go on with `Bucket.fromBucketId` under another id.
 *
 * It takes Terraform 1.7 or newer, and synthesis to JSON. What Terraform would have refused to destroy (`RemovalPolicy.PROTECT`) it
 * lets go of, too, since nothing is destroyed.
 *
 * @exampleMetadata fixture=stack
 * @example
 * // Was: new Bucket(stack, 'Archive', { maxSize: Size.gibibytes(10) });
 * new RetainedBucket(stack, 'Archive');
 */
export class RetainedBucket extends Construct {
  /** Lets go of a bucket. */
  public constructor(scope: Construct, id: string, props: RetainedProps = {}) {
    super(scope, id);
    letGo(this, 'coffer_bucket', props);
  }
}

/**
 * Stands in for a `Secret` that is no longer managed here: the secret leaves Terraform's state and stays at the service, with its value.
 * Give it scope and id of the `Secret` that it replaces. It has to stay in the code until it has been applied everywhere, and so does
 * the provider of the secret. It takes Terraform 1.7 or newer, and synthesis to JSON.
 *
 * @exampleMetadata fixture=stack
 * @example
 * // Was: new Secret(stack, 'Password', { secretName: 'password' });
 * new RetainedSecret(stack, 'Password');
 */
export class RetainedSecret extends Construct {
  /** Lets go of a secret. */
  public constructor(scope: Construct, id: string, props: RetainedProps = {}) {
    super(scope, id);
    letGo(this, 'coffer_secret', props);
  }
}

function letGo(construct: Construct, type: string, { logicalId }: RetainedProps): void {
  refuse(construct, [notEmpty('logicalId', logicalId)]);
  new RemovedBlock(construct, RESOURCE_ID, type, logicalId);
}
