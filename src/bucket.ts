import { Fn, Op, type TerraformProvider, Token } from 'cdktf';
import { Construct } from 'constructs';
import { BucketGrants } from './bucket-grants';
import type { IBucketRef } from './bucket-ref';
import type { Grant, IGrantable } from './grant';
import * as l1 from './l1';
import { ifKnown, notEmpty, refuse } from './private/checks';
import { nameOfKey } from './private/key-kinds';
import { isRegistered, opens } from './private/key-registry';
import { References } from './private/references';
import { keepsItsPromise, Removal } from './private/removal';
import { A_SIZE, pathIn, requireProps } from './private/required';
import { checkProps, commonConfig, finish, NOTHING_TO_WAIT_FOR } from './private/resource';
import { RESOURCE_ID } from './private/resource-id';
import { untraced } from './private/untraced';
import { ValidationError } from './private/validation-error';
import type { RemovalPolicy } from './removal-policy';
import type { ResourceProps } from './resource-props';
import type { IS3Credentials } from './s3-credentials';
import type { Size } from './size';

/** What the creation of a bucket waits for. */
export enum BucketWait {
  /** Until the service has assigned alias and endpoint. */
  ENDPOINT = 'endpoint',
  /** Until the bucket is listed. */
  LISTED = 'listed',
  /** Nothing: a later refresh fills in alias and endpoint. */
  NONE = 'none',
}

/** Who checks that a bucket is empty before it is destroyed. */
export enum DestroyCheck {
  /** The provider lists the bucket, with a read-only access key that it creates for this check and deletes again. */
  S3 = 's3',
  /** The service, which does not guarantee to refuse a bucket with objects. */
  SERVER = 'server',
}

/** Props of a bucket. */
export interface BucketProps extends ResourceProps {
  /** Quota of the bucket, at least one byte. Changed in place. */
  readonly maxSize: Size;

  /**
   * Free-form text shown with the bucket. Changed in place.
   *
   * @default - no description
   */
  readonly description?: string;

  /**
   * What the creation waits for, at most for `createTimeout`. A wait that times out is a warning, not an error.
   *
   * @default BucketWait.ENDPOINT
   */
  readonly waitFor?: BucketWait;

  /**
   * What happens to the bucket when Terraform would destroy it.
   *
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Whether the provider refuses every plan that would destroy or replace the bucket (`deletion_protection`). The value is in the
   * state once applied, so it also holds when the construct is gone from the code. To destroy the bucket, set `false`, deploy, and
   * then remove it. It is an error together with a `removalPolicy` DESTROY.
   *
   * @default - `deletionProtection` of the provider
   */
  readonly deletionProtection?: boolean;

  /**
   * Whether destroying the bucket permanently deletes its content: every object, and every unfinished upload (`force_destroy`). It
   * has to be applied before the destroy. It does not decide whether the bucket may be destroyed; `removalPolicy` does.
   *
   * @default false - destroying a bucket that is not empty is an error
   */
  readonly emptyOnDelete?: boolean;

  /**
   * Who checks that the bucket is empty before it is destroyed. No effect with `emptyOnDelete`.
   *
   * @default DestroyCheck.S3
   */
  readonly destroyCheck?: DestroyCheck;
}

/** Attributes of a bucket that is defined elsewhere. */
export interface BucketAttributes {
  /** Identifier assigned by the service. */
  readonly bucketId: string;

  /** Name to use with S3 clients. */
  readonly alias: string;

  /** S3 endpoint. */
  readonly endpoint: string;
}

/** Options of a bucket lookup. */
export interface BucketLookupOptions {
  /**
   * Provider that looks it up, if a stack has more than one.
   *
   * @default - the `CofferProvider` without an alias
   */
  readonly provider?: TerraformProvider;

  /**
   * Project to search.
   *
   * @default - the project of the provider, or else every project of the token
   */
  readonly projectId?: string;
}

/** Settings of `environment` other than bucket and key. */
export interface BucketEnvironmentOptions {
  /**
   * Region for the request signature.
   *
   * @default us-east-1
   */
  readonly region?: string;
}

/** An S3 bucket, defined in this app or elsewhere. */
export interface IBucket extends IBucketRef {
  /** Name to use with S3 clients. An error for a bucket referred to by its id alone. */
  readonly alias: string;

  /** S3 endpoint. An error for a bucket referred to by its id alone. */
  readonly endpoint: string;

  /**
   * Returns the five environment variables of S3 clients for this bucket: `AWS_ENDPOINT_URL_S3`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`,
   * `AWS_SECRET_ACCESS_KEY`, and `S3_BUCKET`, which the program itself has to read. The secret half is among them, so treat the
   * result as a secret. A key that does not open the bucket is an error at synthesis.
   *
   * @param credentials key to sign in with, such as an `AccessKey`
   * @param options region
   */
  environment(credentials: IS3Credentials, options?: BucketEnvironmentOptions): { [name: string]: string };

  /** Opens the bucket to keys, like `grantRead` and its sibling methods. */
  readonly grants: BucketGrants;

  /**
   * Lets the key download and list objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  grantRead(grantee: IGrantable): Grant;

  /**
   * Lets the key upload, overwrite and delete objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  grantWrite(grantee: IGrantable): Grant;

  /**
   * Lets the key read and write: `grantRead` and `grantWrite` in one grant.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  grantReadWrite(grantee: IGrantable): Grant;

  /**
   * Gives the key full control, including bucket metadata.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  grantOwner(grantee: IGrantable): Grant;
}

abstract class BucketBase extends Construct implements IBucket {
  public abstract readonly bucketId: string;
  public abstract readonly alias: string;
  public abstract readonly endpoint: string;
  public abstract readonly fqn: string;
  public readonly grants = BucketGrants._of(this);
  /** The keys whose `environment` has been asked for. */
  private readonly askedFor = new Set<IS3Credentials>();

  /**
   * Returns the five environment variables of S3 clients for this bucket; treat them as a secret. See `IBucket.environment`.
   *
   * @param credentials key to sign in with, such as an `AccessKey`
   * @param options region
   */
  public environment(credentials: IS3Credentials, options: BucketEnvironmentOptions = {}): { [name: string]: string } {
    refuse(this, [notEmpty('region', options.region)]);
    if (!this.askedFor.has(credentials)) this.node.addValidation({ validate: () => notOpenTo(credentials, this) });
    this.askedFor.add(credentials);
    return {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_ENDPOINT_URL_S3: urlOf(credentials.endpoint),
      AWS_REGION: options.region ?? 'us-east-1',
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      S3_BUCKET: this.alias,
    };
  }

  /**
   * Lets the key download and list objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public grantRead(grantee: IGrantable): Grant {
    return this.grants.read(grantee);
  }

  /**
   * Lets the key upload, overwrite and delete objects.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public grantWrite(grantee: IGrantable): Grant {
    return this.grants.write(grantee);
  }

  /**
   * Lets the key read and write: `grantRead` and `grantWrite` in one grant.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public grantReadWrite(grantee: IGrantable): Grant {
    return this.grants.readWrite(grantee);
  }

  /**
   * Gives the key full control, including bucket metadata.
   *
   * @param grantee an access key, or a `BucketAccess`
   */
  public grantOwner(grantee: IGrantable): Grant {
    return this.grants.owner(grantee);
  }
}

/**
 * A bucket with a quota. The service assigns its name. References run from a key to its buckets, never back.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const archive = new Bucket(stack, 'Archive', { maxSize: Size.gibibytes(100), description: 'Invoices' });
 * const writer = new RotatingAccessKey(stack, 'Invoicing');
 * archive.grantWrite(writer);
 * new TerraformOutput(stack, 'archive_name', { value: archive.alias });
 */
export class Bucket extends BucketBase {
  /**
   * Refers to a bucket defined elsewhere by its id. It defines nothing and reads nothing.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param bucketId identifier assigned by the service
   */
  public static fromBucketId(scope: Construct, id: string, bucketId: string): IBucket {
    requireProps(pathIn(scope, id), { bucketId }, { bucketId: true });
    return new ImportedBucket(scope, id, { bucketId });
  }

  /**
   * Refers to a bucket defined elsewhere by all attributes that other constructs need. It defines nothing and reads nothing.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param attributes id, alias and endpoint of the bucket
   */
  public static fromBucketAttributes(scope: Construct, id: string, attributes: BucketAttributes): IBucket {
    requireProps(pathIn(scope, id), attributes, { bucketId: true, alias: true, endpoint: true });
    return new ImportedBucket(scope, id, attributes);
  }

  /**
   * Refers to a bucket defined elsewhere by its alias; Terraform looks it up (data source `coffer_bucket`). No bucket, or more than
   * one, with that alias is an error when Terraform plans.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param alias name to use with S3 clients
   * @param options where to search
   */
  public static fromBucketAlias(
    scope: Construct,
    id: string,
    alias: string,
    options: BucketLookupOptions = {},
  ): IBucket {
    return new LookedUpBucket(scope, id, alias, options);
  }

  /** The low-level construct, for settings that this class does not offer. */
  public readonly resource: l1.Bucket;

  private readonly removal: Removal;
  private readonly references = new References();

  /** Defines a bucket. */
  public constructor(scope: Construct, id: string, props: BucketProps) {
    super(scope, id);
    requireProps(this.node.path, props, { maxSize: A_SIZE });
    const maxSize = props.maxSize.toBytes();
    checkProps(this, props, [
      ifKnown(maxSize, (bytes) => (bytes >= 1 ? undefined : `"maxSize" must be at least 1 byte, got ${props.maxSize}`)),
      keepsItsPromise(props.removalPolicy, 'Bucket'),
    ]);
    this.resource = untraced(
      () =>
        new l1.Bucket(this, RESOURCE_ID, {
          ...commonConfig(props),
          maxSize,
          ...(props.description !== undefined && { description: props.description }),
          ...(props.waitFor !== undefined && { waitFor: props.waitFor }),
          ...(props.emptyOnDelete !== undefined && { forceDestroy: props.emptyOnDelete }),
          ...(props.deletionProtection !== undefined && { deletionProtection: props.deletionProtection }),
          ...(props.destroyCheck !== undefined && { destroyCheck: props.destroyCheck }),
        }),
    );
    this.removal = new Removal(this, this.resource, 'Bucket', props);
    finish(this.resource, props);
  }

  /**
   * Sets what happens to the bucket when Terraform would destroy it, like the prop `removalPolicy`. A policy that differs from the
   * bucket's existing one is an error at synthesis.
   *
   * @param policy the policy
   */
  public applyRemovalPolicy(policy: RemovalPolicy): void {
    this.removal.apply(policy);
  }

  /** Identifier assigned by the service. */
  public get bucketId(): string {
    return this.references.to(this.resource, 'id');
  }

  /** Name to use with S3 clients. Null if the service assigned none within the wait. */
  public get alias(): string {
    return this.references.to(this.resource, 'alias');
  }

  /** S3 endpoint. Null if the service assigned none within the wait. */
  public get endpoint(): string {
    return this.references.to(this.resource, 'endpoint');
  }

  /** Address of the resource in Terraform, for `dependsOn`. */
  public get fqn(): string {
    return this.references.late('fqn', () => this.resource.fqn);
  }
}

class ImportedBucket extends BucketBase {
  public readonly bucketId: string;
  public readonly fqn = NOTHING_TO_WAIT_FOR;

  public constructor(
    scope: Construct,
    id: string,
    private readonly attributes: Pick<BucketAttributes, 'bucketId'> & Partial<BucketAttributes>,
  ) {
    super(scope, id);
    const { bucketId, alias, endpoint } = attributes;
    refuse(this, [notEmpty('bucketId', bucketId), notEmpty('alias', alias), notEmpty('endpoint', endpoint)]);
    this.bucketId = bucketId;
  }

  public get alias(): string {
    return this.known('alias');
  }

  public get endpoint(): string {
    return this.known('endpoint');
  }

  private known(attribute: 'alias' | 'endpoint'): string {
    const value = this.attributes[attribute];
    if (value !== undefined) return value;
    throw new ValidationError(
      `the ${attribute} of bucket "${this.node.path}" is not known, since it is referred to by its id: ` +
        'use Bucket.fromBucketAttributes or Bucket.fromBucketAlias',
    );
  }
}

class LookedUpBucket extends BucketBase {
  /** Has the same id as the resource of a managed bucket, since checks look for it there. */
  private readonly data: l1.DataCofferBucket;
  private readonly references = new References();

  public constructor(scope: Construct, id: string, alias: string, options: BucketLookupOptions) {
    super(scope, id);
    checkProps(this, options, [notEmpty('alias', alias)]);
    this.data = new l1.DataCofferBucket(this, RESOURCE_ID, { ...commonConfig(options), alias });
  }

  public get bucketId(): string {
    return this.references.to(this.data, 'id');
  }

  public get alias(): string {
    return this.references.to(this.data, 'alias');
  }

  public get endpoint(): string {
    return this.references.to(this.data, 'endpoint');
  }

  public get fqn(): string {
    return this.references.late('fqn', () => this.data.fqn);
  }
}

/** Adds the scheme that S3 clients need; some services return their endpoint without one. */
const urlOf = (endpoint: string): string =>
  Token.asString(Fn.conditional(hasScheme(endpoint), endpoint, Fn.join('', ['https://', endpoint])));

/** Compares the whole scheme, since a host may also begin with `http`. */
const hasScheme = (endpoint: string) => Op.or(Fn.startswith(endpoint, 'http://'), Fn.startswith(endpoint, 'https://'));

function notOpenTo(credentials: IS3Credentials, bucket: IBucketRef): string[] {
  if (!isRegistered(credentials) || opens(credentials, bucket)) return [];
  return [
    `"environment" of bucket "${bucket.node.path}" was asked for ${nameOfKey(credentials)}, which does not open it: ` +
      'add grantRead or one of its sibling methods',
  ];
}
