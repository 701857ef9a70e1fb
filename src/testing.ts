import { TerraformProvider } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from './bucket-ref';
import { Grant, type IGrantable } from './grant';
import type * as l1 from './l1';
import type { Permission } from './permission';
import { Policy, PolicyRule } from './policy';
import { permissionOf } from './private/bucket-claims';
import { keysBelow, permissionOn } from './private/key-registry';
import { pointElsewhere } from './private/places';
import { identityOf } from './private/references';
import { ValidationError } from './private/validation-error';

/** Connection data of an emulator, as printed by `coffer-emulator` when it starts. */
export interface OfflineProps {
  /** URL of the emulator, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;

  /** Access token of the emulator. It is written into the synthesized code, so give no other token. */
  readonly token: string;

  /**
   * Project in the emulator.
   *
   * @default - the project of each provider, or `COFFER_PROJECT_ID`
   */
  readonly projectId?: string;
}

/**
 * Helpers for tests of stacks.
 *
 * @exampleMetadata fixture=stack
 * @example
 * assets.grantRead(reader);
 * CofferTesting.requireGrant(reader, assets, Permission.READ);
 */
export class CofferTesting {
  /**
   * Points every Coffer provider below a scope at an emulator, so that the synthesized code can be applied offline. Call it when
   * the stacks are complete; it is an error if there is no provider. An input variable that a stack declares for its token stays,
   * and needs a value.
   *
   * @param scope an app, or one stack
   * @param emulator connection data of the emulator
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
      pointElsewhere(provider);
      Policy.suppress(provider, PolicyRule.NO_PLAIN_TEXT_SECRETS, 'Token of an emulator');
    }
  }

  /**
   * Returns the permissions of the access keys below a scope: one grant for each key and bucket, in the order of definition. The
   * permission is the one that the key finally has.
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
   * Whether a key has exactly the given permission on a bucket; for a `BucketAccess`, whether one of its keys has it.
   *
   * @param key an access key, or a `BucketAccess`
   * @param bucket the bucket
   * @param permission the exact permission
   */
  public static hasGrant(key: IGrantable, bucket: IBucketRef, permission: Permission): boolean {
    return permissionsOn(key, bucket).includes(permission);
  }

  /**
   * Requires that a key has exactly the given permission on a bucket; for a `BucketAccess`, that one of its keys has it. Otherwise
   * it throws an error that names the actual permission.
   *
   * @param key an access key, or a `BucketAccess`
   * @param bucket the bucket
   * @param permission the exact permission
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
