import { Construct } from 'constructs';
import type { IBucketRef } from './bucket-ref';
import type { Duration } from './duration';
import { Grant, type IGrantable } from './grant';
import * as l1 from './l1';
import { Permission } from './permission';
import { ifKnown, notEmpty, refuse } from './private/checks';
import { checkProps, commonConfig, finish, lifecycleOf, NOTHING_TO_WAIT_FOR, RESOURCE_ID } from './private/resource';
import type { RemovalPolicy } from './removal-policy';
import type { ResourceProps } from './resource-props';
import type { Size } from './size';

/** How long creating a bucket waits. */
export enum BucketWait {
  /** Until the service has assigned alias and endpoint. */
  ENDPOINT = 'endpoint',
  /** Until the bucket is listed. */
  LISTED = 'listed',
  /** Not at all: alias and endpoint are filled in by a later refresh. */
  NONE = 'none',
}

/** Props of a bucket. */
export interface BucketProps extends ResourceProps {
  /** Quota of the bucket, at least one byte. Changed in place. */
  readonly maxSize: Size;

  /**
   * Free-form text shown beside the bucket. Changed in place.
   *
   * @default - no description
   */
  readonly description?: string;

  /**
   * How long creating waits. A wait that runs out is a warning, not an error.
   *
   * @default BucketWait.ENDPOINT
   */
  readonly waitFor?: BucketWait;

  /**
   * Limit of that wait.
   *
   * @default - 5 minutes
   */
  readonly createTimeout?: Duration;

  /**
   * What becomes of the bucket when Terraform would destroy it.
   *
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;
}

/** An S3 bucket, of this app or defined elsewhere. */
export interface IBucket extends IBucketRef {
  /** Lets the key download and list objects. */
  grantRead(grantee: IGrantable): Grant;

  /** Lets the key upload, overwrite and delete objects. */
  grantWrite(grantee: IGrantable): Grant;

  /** Lets the key do both. */
  grantReadWrite(grantee: IGrantable): Grant;

  /** Gives the key full control, including bucket metadata. */
  grantOwner(grantee: IGrantable): Grant;
}

abstract class BucketBase extends Construct implements IBucket {
  public abstract readonly bucketId: string;
  public abstract readonly fqn: string;

  public grantRead(grantee: IGrantable): Grant {
    return this.grant(grantee, Permission.READ);
  }

  public grantWrite(grantee: IGrantable): Grant {
    return this.grant(grantee, Permission.WRITE);
  }

  public grantReadWrite(grantee: IGrantable): Grant {
    return this.grant(grantee, Permission.READ_WRITE);
  }

  public grantOwner(grantee: IGrantable): Grant {
    return this.grant(grantee, Permission.OWNER);
  }

  private grant(grantee: IGrantable, permission: Permission): Grant {
    const grant = new Grant(this, grantee, permission);
    grantee.addGrant(grant);
    return grant;
  }
}

/** A bucket with a quota. The service names it; references run from a key to its buckets, never back. */
export class Bucket extends BucketBase {
  /** Refers to a bucket defined elsewhere by its id. Defines nothing and reads nothing. */
  public static fromBucketId(scope: Construct, id: string, bucketId: string): IBucket {
    return new ImportedBucket(scope, id, bucketId);
  }

  /** The low-level construct, for what is not offered here. */
  public readonly resource: l1.Bucket;

  private id?: string;

  /** Defines a bucket. */
  public constructor(scope: Construct, id: string, props: BucketProps) {
    super(scope, id);
    const maxSize = props.maxSize.toBytes();
    checkProps(this, props, [
      ifKnown(maxSize, (bytes) => (bytes >= 1 ? undefined : `"maxSize" must be at least 1 byte, got ${props.maxSize}`)),
    ]);
    this.resource = new l1.Bucket(this, RESOURCE_ID, {
      ...commonConfig(props, lifecycleOf(props.removalPolicy)),
      maxSize,
      ...(props.description !== undefined && { description: props.description }),
      ...(props.waitFor !== undefined && { waitFor: props.waitFor }),
      ...(props.createTimeout && { timeouts: { create: props.createTimeout.toString() } }),
    });
    finish(this.resource, props);
  }

  /** Identifier given by the service. */
  public get bucketId(): string {
    // Kept, since cdktf takes a stack trace for every new reference.
    this.id ??= this.resource.id;
    return this.id;
  }

  /** Name to use with S3 clients. Null if the service assigned none within the wait. */
  public get alias(): string {
    return this.resource.alias;
  }

  /** S3 endpoint. Null if the service assigned none within the wait. */
  public get endpoint(): string {
    return this.resource.endpoint;
  }

  /** Address of the resource in Terraform, for `dependsOn`. */
  public get fqn(): string {
    return this.resource.fqn;
  }
}

class ImportedBucket extends BucketBase {
  public readonly fqn = NOTHING_TO_WAIT_FOR;

  public constructor(
    scope: Construct,
    id: string,
    public readonly bucketId: string,
  ) {
    super(scope, id);
    refuse(this, [notEmpty('bucketId', bucketId)]);
  }
}
