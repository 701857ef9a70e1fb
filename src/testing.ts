import { type IConstruct, RootConstruct } from 'constructs';
import { Bucket } from './bucket';
import type { IBucketRef } from './bucket-ref';
import { Permission } from './enums/permission';
import { Grant, type IGrantable } from './grant';
import type * as l1 from './l1';
import { Policy, PolicyRule } from './policy';
import { isCofferProvider } from './private/code/attributes';
import { pointElsewhere } from './private/identities/places';
import type { BucketClaim } from './private/keys/bucket-claims';
import { lowLevelRef } from './private/keys/bucket-refs';
import type { KeyAccess } from './private/keys/key-access';
import { accessIn, keysBelow } from './private/keys/keys-of-app';
import { accessMatrix, BucketIndex, idsIn, type OpenedBucket, Openings } from './private/keys/opened-buckets';
import { atMost, isExactly, permissionInWords, UNKNOWN } from './private/keys/permissions';
import { refuse, required } from './private/props/checks';
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
   * Points every Coffer provider below a scope at an emulator, so that the synthesized code can be applied offline. Call it when the stacks are
   * complete; it is an error if there is no provider. An input variable that a stack declares for its token stays, and needs a value.
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
    const ours = scope.node.findAll().filter(isCofferProvider);
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
   * Returns the permissions of the access keys below a scope: one grant for each key and bucket, in the order of definition. They are
   * what the keys finally have in the code, with what `resource` and overrides have changed. A permission that only Terraform knows
   * counts as granted. `accessMatrix` also has low-level keys.
   *
   * @param scope an app, a stack or any other construct
   */
  public static grantsOf(scope: IConstruct): Grant[] {
    return grantsBelow(scope);
  }

  /**
   * Whether a key has exactly the given permission on a bucket, in the code as it is when this is called; for a `BucketAccess`,
   * whether one of its keys has it. Aspects change keys when the app is synthesized.
   *
   * @param key an access key, or a `BucketAccess`
   * @param bucket the bucket
   * @param permission the exact permission
   */
  public static hasGrant(key: IGrantable, bucket: IBucketRef, permission: Permission): boolean {
    refuse(key, [required('permission', permission, Permission)]);
    return keysOn(key, bucket, true).some((access) => isExactly(access, permission));
  }

  /**
   * Requires that a key has exactly the given permission on a bucket, as `hasGrant` judges it. Otherwise it throws an error that names
   * the actual permission.
   *
   * @param key an access key, or a `BucketAccess`
   * @param bucket the bucket
   * @param permission the exact permission
   */
  public static requireGrant(key: IGrantable, bucket: IBucketRef, permission: Permission): void {
    refuse(key, [required('permission', permission, Permission)]);
    const found = keysOn(key, bucket, true);
    if (found.some((access) => isExactly(access, permission))) return;
    const has = found.map((access) => `"${permissionInWords(access)}"`);
    const none =
      keysOn(key, bucket, undefined).length > 0
        ? 'but only Terraform knows whether it opens that bucket'
        : 'but it does not open that bucket';
    throw new ValidationError(
      `expected "${key.node.path}" to have the permission "${permission}" on "${bucket.node.path}", ` +
        (has.length > 0 ? `got ${has.join(' and ')}` : none),
    );
  }

  /**
   * Writes which access key opens which bucket with which permission: a table in Markdown, for snapshots and for pull requests. It has
   * every key that is in the code of the stacks: low-level ones, those that aspects add, and those of overrides. A bucket of another
   * stack, or one that is looked up, has the path of its construct; one that is imported by its id has its id. What only Terraform
   * knows is `unknown`, with the path of the construct that refers to the bucket, if there is one.
   *
   * It synthesizes the stacks that were not synthesized yet, so their aspects run; nothing is written to a file.
   *
   * @param scope an app, a stack or any other construct, whose keys are listed
   *
   * @exampleMetadata fixture=stack
   * @example
   * assets.grantRead(reader);
   * new TerraformOutput(stack, 'access', { value: CofferTesting.accessMatrix(stack) });
   */
  public static accessMatrix(scope: IConstruct): string {
    return accessMatrix(scope);
  }

  private constructor() {}
}

/** Rights of the keys of a grantee that open a bucket, or of those of which only Terraform knows. A `BucketAccess` has one key per permission. */
const keysOn = (grantee: IGrantable, bucket: IBucketRef, does: true | undefined): KeyAccess[] =>
  keysBelow(grantee).flatMap(([key]) => (new Openings().has(key, bucket) === does ? (accessIn(key) ?? []) : []));

/** The grants in the code of the keys below a scope, in the order of definition. */
function grantsBelow(scope: IConstruct): Grant[] {
  let index: BucketIndex | undefined;
  return keysBelow(scope).flatMap(([key, claims]) => {
    const access = accessIn(key);
    const permission = access && atMost(access);
    if (!permission) return [];
    index ??= new BucketIndex(scope);
    const buckets = bucketsOf(key, idsIn(access.bucketIds), claims, index);
    return buckets.map((bucket) => Grant._of(bucket, key as IGrantable, permission));
  });
}

/** A reference to each bucket: the one that was claimed, if there is one. Claims come first, in their order. */
function bucketsOf(
  key: IConstruct,
  ids: readonly string[],
  claims: readonly BucketClaim[],
  index: BucketIndex,
): IBucketRef[] {
  const nameOf = (user: IConstruct, id: string): string => index.find(user, id)?.name ?? id;
  const claimed = new Map(claims.map(({ bucket }) => [nameOf(bucket, bucket.bucketId), bucket]));
  const opened = new Map(ids.map((id) => [nameOf(key, id), id]));
  const others = [...opened].filter(([name]) => !claimed.has(name)).map(([, id]) => refTo(id, index.find(key, id)));
  return [...[...claimed].flatMap(([name, bucket]) => (opened.has(name) ? [bucket] : [])), ...others];
}

/** A reference to a bucket that nobody claimed. One that is no construct is a construct of its own, outside the app. */
function refTo(id: string, found: OpenedBucket | undefined): IBucketRef {
  if (!found?.element || found.index !== '')
    return Bucket.fromBucketId(new RootConstruct(), found?.name ?? UNKNOWN, found?.name ?? id);
  const owner = found.element.node.scope as IConstruct & Partial<IBucketRef>;
  return owner.bucketId === undefined ? lowLevelRef(found.element as l1.Bucket) : (owner as IBucketRef);
}
