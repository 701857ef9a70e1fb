import type { ITerraformIterator } from 'cdktf';
import type { Construct } from 'constructs';
import { BucketGrants } from './bucket-grants';
import { BucketMap } from './bucket-map';
import type { BucketAttributes, BucketProps } from './bucket-props';
import type { RemovalPolicy } from './enums/removal-policy';
import type { BucketConnection, BucketEnvironmentOptions, IBucket } from './ibucket';
import * as l1 from './l1';
import { References } from './private/code/references';
import { RESOURCE_ID } from './private/code/tree';
import { untraced } from './private/code/untraced';
import { connect } from './private/keys/bucket-connection';
import { _GrantingConstruct } from './private/keys/granting';
import { nameOfSecretOf } from './private/keys/key-store';
import { AN_ITERATOR, notEmpty, pathIn, refuse, requireProps } from './private/props/checks';
import { defineBucket } from './private/resources/definitions';
import { Removal } from './private/resources/removal';
import { checkProps, commonConfig, finish, NOTHING_TO_WAIT_FOR } from './private/resources/resource';
import { ValidationError } from './private/validation-error';
import type { PlacementProps } from './resource-props';
import type { IS3Credentials } from './s3-credentials';

abstract class BucketBase extends _GrantingConstruct implements IBucket {
  public abstract readonly bucketId: string;
  public abstract readonly alias: string;
  public abstract readonly endpoint: string;
  public abstract readonly fqn: string;
  /** Opens the bucket to keys, like `grantRead` and its sibling methods. */
  public readonly grants = BucketGrants._of(this);

  /**
   * Returns the five environment variables of S3 clients for this bucket; treat them as a secret. See `IBucket.environment`.
   *
   * @param credentials key to sign in with, such as an `AccessKey`
   * @param options region
   */
  public environment(credentials: IS3Credentials, options: BucketEnvironmentOptions = {}): { [name: string]: string } {
    const { accessKeyId, endpoint, region } = connect(this, 'environment', credentials, options);
    return {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: region,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      S3_BUCKET: this.alias,
    };
  }

  /**
   * Returns what a program needs to know to reach the bucket, without the secret half of the key. See `IBucket.connection`.
   *
   * @param credentials key to sign in with, such as an `AccessKey` with `storeIn`
   * @param options region
   */
  public connection(credentials: IS3Credentials, options: BucketEnvironmentOptions = {}): BucketConnection {
    return {
      ...connect(this, 'connection', credentials, options),
      bucket: this.alias,
      secretName: nameOfSecretOf(credentials, this),
    };
  }
}

/** Marks a construct as a bucket, also if this library is loaded more than once. */
const BUCKET = Symbol.for('cdktf-coffer.Bucket');

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
  public static fromBucketAlias(scope: Construct, id: string, alias: string, options: PlacementProps = {}): IBucket {
    return new LookedUpBucket(scope, id, alias, options);
  }

  /**
   * Defines a bucket for each element of an iterator (`for_each`). Use it if the number of elements is known only to Terraform, for example
   * from a variable. If the program knows the number, call the constructor in a loop.
   *
   * @param scope where the buckets are defined
   * @param id id of the construct
   * @param iterator the elements; the props may refer to the current one
   * @param props props of all the buckets; without `importId`
   */
  public static forEach(scope: Construct, id: string, iterator: ITerraformIterator, props: BucketProps): BucketMap {
    requireProps(pathIn(scope, id), { iterator }, { iterator: AN_ITERATOR });
    return BucketMap._of(scope, id, iterator, props, (...args) => new BucketOfMap(...args));
  }

  /**
   * Whether a construct is a `Bucket`, for use in an aspect. False for references to buckets defined elsewhere.
   *
   * @param construct any value
   */
  public static isBucket(construct: unknown): construct is Bucket {
    return typeof construct === 'object' && construct !== null && BUCKET in construct;
  }

  /** The low-level construct, for settings that this class does not offer. */
  public readonly resource: l1.Bucket;

  private readonly removal: Removal;
  private readonly references = new References();

  /** Defines a bucket. */
  public constructor(scope: Construct, id: string, props: BucketProps) {
    super(scope, id);
    Object.defineProperty(this, BUCKET, { value: true });
    this.resource = defineBucket(this, props);
    this.removal = new Removal(this, this.resource, 'Bucket', props);
    finish(this.resource, props);
  }

  /**
   * Sets what happens to the bucket when Terraform would destroy it, like the prop `removalPolicy`. `PROTECT` stays,
   * whatever is set before or after it.
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
    refuse(this, [notEmpty('alias', alias), notEmpty('endpoint', endpoint)]);
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

/** A bucket whose attributes are references. */
abstract class ReferredBucket extends BucketBase {
  protected abstract readonly attributeOf: (name: string) => string;

  public get bucketId(): string {
    return this.attributeOf('id');
  }

  public get alias(): string {
    return this.attributeOf('alias');
  }

  public get endpoint(): string {
    return this.attributeOf('endpoint');
  }
}

class LookedUpBucket extends ReferredBucket {
  /** Has the same id as the resource of a managed bucket, since checks look for it there. */
  private readonly data: l1.DataCofferBucket;
  private readonly references = new References();
  protected readonly attributeOf = (name: string) => this.references.to(this.data, name);

  public constructor(scope: Construct, id: string, alias: string, options: PlacementProps) {
    super(scope, id);
    checkProps(this, options, []);
    this.data = untraced(() => new l1.DataCofferBucket(this, RESOURCE_ID, { ...commonConfig(options), alias }));
  }

  public get fqn(): string {
    return this.references.late('fqn', () => this.data.fqn);
  }
}

/** One bucket of a map, or the current one. */
class BucketOfMap extends ReferredBucket {
  /** The resource that it is an instance of, for checks. */
  public readonly resource: l1.Bucket;

  public constructor(
    private readonly map: BucketMap,
    id: string,
    protected readonly attributeOf: (name: string) => string,
  ) {
    super(map, id);
    this.resource = map.resource;
  }

  public get fqn(): string {
    return this.map.fqn;
  }
}
