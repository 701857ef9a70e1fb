import type { TerraformElement } from 'cdktf';
import { Construct } from 'constructs';
import { withOverrides } from './private/code/attributes';
import { OwnBlock } from './private/code/own-block';
import { pathOf, RESOURCE_ID } from './private/code/tree';

/** Props that identify the resource to stop managing. */
export interface RetainedProps {
  /**
   * Name of the resource in Terraform, if it was overridden (`overrideLogicalId`) or its construct was at another place in the code.
   *
   * @default - the name of a construct with this scope and id
   */
  readonly logicalId?: string;
}

/**
 * Replaces a `Bucket` that is no longer managed here: the bucket leaves Terraform's state and stays at the service, with all its
 * content. Give it the scope and id of the `Bucket` that it replaces. Keep it in the code until it has been applied everywhere, and
 * keep the provider of the bucket as long. Keys that open the bucket can continue with `Bucket.fromBucketId` under another id.
 *
 * It needs Terraform 1.7 or newer, and synthesis to JSON. It also works for a bucket that Terraform refuses to destroy
 * (`RemovalPolicy.PROTECT`), since nothing is destroyed.
 *
 * @exampleMetadata fixture=stack
 * @example
 * // Was: new Bucket(stack, 'Archive', { maxSize: Size.gibibytes(10) });
 * new RetainedBucket(stack, 'Archive');
 */
export class RetainedBucket extends Construct {
  /** The block `removed`, for settings that this class does not offer (`addOverride`). */
  public readonly resource: TerraformElement;

  /** Stops managing a bucket. */
  public constructor(scope: Construct, id: string, props: RetainedProps = {}) {
    super(scope, id);
    this.resource = letGo(this, 'coffer_bucket', props);
  }
}

/**
 * Replaces a `Secret` that is no longer managed here: the secret leaves Terraform's state and stays at the service, with its value.
 * Give it the scope and id of the `Secret` that it replaces. Keep it in the code until it has been applied everywhere, and keep the
 * provider of the secret as long. It needs Terraform 1.7 or newer, and synthesis to JSON.
 *
 * @exampleMetadata fixture=stack
 * @example
 * // Was: new Secret(stack, 'Password', { secretName: 'password' });
 * new RetainedSecret(stack, 'Password');
 */
export class RetainedSecret extends Construct {
  /** The block `removed`, for settings that this class does not offer (`addOverride`). */
  public readonly resource: TerraformElement;

  /** Stops managing a secret. */
  public constructor(scope: Construct, id: string, props: RetainedProps = {}) {
    super(scope, id);
    this.resource = letGo(this, 'coffer_secret', props);
  }
}

function letGo(construct: Construct, type: string, { logicalId }: RetainedProps): TerraformElement {
  return new RemovedBlock(construct, RESOURCE_ID, type, logicalId);
}

/** A `removed` block, for which CDKTF has no class: Terraform forgets a resource and leaves its object alone. */
class RemovedBlock extends OwnBlock {
  readonly #type: string;

  /** @param logicalId name of the resource in Terraform, if it does not follow from scope and id, which are those of the removed construct */
  public constructor(scope: Construct, id: string, type: string, logicalId: string | undefined) {
    super(scope, id, type);
    this.#type = type;
    if (logicalId !== undefined) this.overrideLogicalId(logicalId);
    this.node.addValidation({ validate: () => this.#destroyed() });
  }

  public override toTerraform(): unknown {
    return { removed: [this.#block] };
  }

  get #block(): Readonly<Record<string, unknown>> {
    const from = `${this.#type}.${this.friendlyUniqueId}`;
    return withOverrides({ from, lifecycle: { destroy: false } }, this.rawOverrides);
  }

  /** Reports an override that takes back what the block promises. */
  #destroyed(): string[] {
    const { from, lifecycle } = this.#block;
    if ((lifecycle as { destroy?: unknown } | undefined)?.destroy === false) return [];
    return [
      `"${pathOf(this)}" retains ${from}, but an override of its lifecycle takes "destroy = false" away: remove the override, or, to ` +
        'destroy the object, this construct',
    ];
  }
}
