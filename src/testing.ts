import { TerraformProvider } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from './bucket-ref';
import { Grant, type IGrantable } from './grant';
import type * as l1 from './l1';
import type { Permission } from './permission';
import { Policy, PolicyRule } from './policy';
import { permissionOf } from './private/bucket-claims';
import { keysBelow, permissionOn } from './private/key-registry';
import { identityOf } from './private/references';
import { ValidationError } from './private/validation-error';

/** An emulator, as `coffer-emulator` prints it when it starts. */
export interface OfflineProps {
  /** Its URL, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;

  /** Its access token. It stands in the synthesized code, so give that of an emulator and no other. */
  readonly token: string;

  /**
   * Its project.
   *
   * @default - what the providers name, or `COFFER_PROJECT_ID`
   */
  readonly projectId?: string;
}

/**
 * For the tests of stacks.
 *
 * @exampleMetadata fixture=stack
 * @example
 * assets.grantRead(reader);
 * CofferTesting.requireGrant(reader, assets, Permission.READ);
 */
export class CofferTesting {
  /**
   * Points every provider of Coffer below a scope at an emulator, so that what is synthesized can be applied offline. Call it when
   * the stacks are complete; without any provider it is an error. An input variable that a stack declares for its token stays, and
   * wants a value.
   *
   * @param scope an app, or one stack
   * @param emulator where it is
   *
   * @exampleMetadata fixture=stack
   * @example
   * CofferTesting.offline(app, { baseUrl: 'http://127.0.0.1:8080', token: 'token-of-the-emulator', projectId: 'test' });
   */
  public static offline(scope: IConstruct, emulator: OfflineProps): void {
    const { baseUrl, token, projectId } = emulator;
    const providers = scope.node.findAll().filter(TerraformProvider.isTerraformProvider);
    const ours = providers.filter(({ terraformResourceType }) => terraformResourceType === 'coffer');
    if (ours.length === 0) {
      throw new ValidationError(
        `there is no CofferProvider below "${scope.node.path}": call CofferTesting.offline when the stacks are complete`,
      );
    }
    for (const provider of ours as l1.CofferProvider[]) {
      provider.baseUrl = baseUrl;
      provider.token = token;
      if (projectId !== undefined) provider.projectId = projectId;
      // An emulator in a container is not on loopback.
      if (baseUrl.startsWith('http://')) provider.allowInsecureHttp = true;
      Policy.suppress(provider, PolicyRule.NO_PLAIN_TEXT_SECRETS, 'Token of an emulator');
    }
  }

  /**
   * What the access keys below a scope may do, one grant for each key and bucket, in the order of definition. The permission is the
   * one that the key has in the end.
   *
   * @param scope an app, a stack or any other construct
   */
  public static grantsOf(scope: IConstruct): Grant[] {
    return keysBelow(scope).flatMap(([key, claims]) => {
      const permission = permissionOf(claims);
      const buckets = new Map(claims.map(({ bucket }) => [identityOf(bucket, bucket.bucketId), bucket]));
      return permission ? [...buckets.values()].map((bucket) => Grant._of(bucket, key as IGrantable, permission)) : [];
    });
  }

  /**
   * Whether a key has exactly a permission on a bucket; of a `BucketAccess`, whether one of its keys has.
   *
   * @param key an access key, or a `BucketAccess`
   * @param bucket the bucket
   * @param permission no more and no less than this
   */
  public static hasGrant(key: IGrantable, bucket: IBucketRef, permission: Permission): boolean {
    return permissionsOn(key, bucket).some((has) => has.isEqualTo(permission));
  }

  /**
   * Requires that a key has exactly a permission on a bucket; of a `BucketAccess`, that one of its keys has. Throws an error that says what
   * it has instead.
   *
   * @param key an access key, or a `BucketAccess`
   * @param bucket the bucket
   * @param permission no more and no less than this
   */
  public static requireGrant(key: IGrantable, bucket: IBucketRef, permission: Permission): void {
    if (CofferTesting.hasGrant(key, bucket, permission)) return;
    const has = permissionsOn(key, bucket).map((each) => `"${each}"`);
    throw new ValidationError(
      `expected "${key.node.path}" to have the permission "${permission}" on "${bucket.node.path}", ` +
        (has.length > 0 ? `got ${has.join(' and ')}` : 'but it does not open that bucket'),
    );
  }

  private constructor() {}
}

/** A `BucketAccess` has one key per permission. */
const permissionsOn = (grantee: IGrantable, bucket: IBucketRef): Permission[] =>
  keysBelow(grantee).flatMap(([key]) => permissionOn(key, bucket) ?? []);
