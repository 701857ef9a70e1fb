import { Fn, ref, Token } from 'cdktf';
import type { Construct } from 'constructs';
import type { IAccessKey } from './access-key';
import type { Duration } from './duration';
import type { KeyProps } from './key-props';
import * as l1 from './l1';
import { RESOURCE_ID } from './private/code/tree';
import { untraced } from './private/code/untraced';
import { _StoredKeyConstruct } from './private/keys/stored-key';
import { checkProps, commonConfig, finish } from './private/resources/resource';
import type { ResourceProps } from './resource-props';
import type { IS3Credentials } from './s3-credentials';

/** Props of a rotating access key. */
export interface RotatingAccessKeyProps extends ResourceProps, KeyProps {
  /**
   * How long the previous key stays valid after a rotation. The next plan after this time retires it, so plan regularly.
   *
   * @default - 24 hours
   */
  readonly overlap?: Duration;

  /**
   * Map of arbitrary strings, such as the `id` of a `time_rotating`. Changing any of them rotates the key in place.
   *
   * @default - only a change of buckets or permission rotates the key
   */
  readonly rotationTrigger?: { [key: string]: string };
}

const ROTATING_ACCESS_KEY = Symbol.for('cdktf-coffer.RotatingAccessKey');

/**
 * An access key for S3 clients that is rotated in place, so that a working key exists at every moment.
 *
 * A rotation first creates the new key. The previous key stays valid for the `overlap`, in which the users of the key switch to the
 * new credentials; a later plan retires it. An additional bucket or another permission is also a rotation. Fewer buckets or a
 * narrower permission take full effect when the previous key is retired. A second rotation within the overlap deletes the previous key at once.
 *
 * Without `storeIn` or `storeInSecret`, the secret halves are in Terraform's state.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const key = new RotatingAccessKey(stack, 'Writer', {
 *   rotationTrigger: { quarter: '2026-1' },
 *   overlap: Duration.hours(72),
 * });
 * uploads.grantWrite(key);
 * key.storeIn('writer-credentials');
 */
export class RotatingAccessKey extends _StoredKeyConstruct implements IAccessKey, IS3Credentials {
  /**
   * Whether a construct is a `RotatingAccessKey`, for use in an aspect. False for references to keys defined elsewhere.
   *
   * @param construct any value
   */
  public static isRotatingAccessKey(construct: unknown): construct is RotatingAccessKey {
    return typeof construct === 'object' && construct !== null && ROTATING_ACCESS_KEY in construct;
  }

  /** The low-level construct, for settings that this class does not offer. */
  public readonly resource: l1.RotatingAccessKey;

  /** @internal */
  protected readonly _key = { path: 'current.', renewal: 'rotating the key gives another one.' };

  /** Defines a rotating access key. Its buckets come from the props, from `addBucket` and from the buckets' grants. */
  public constructor(scope: Construct, id: string, props: RotatingAccessKeyProps = {}) {
    super(scope, id);
    Object.defineProperty(this, ROTATING_ACCESS_KEY, { value: true });
    checkProps(this, props, []);
    this.resource = untraced(
      () =>
        new l1.RotatingAccessKey(this, RESOURCE_ID, {
          ...commonConfig(props),
          bucketIds: [],
          permissions: {},
          overlap: props.overlap?.toString(),
          ...(props.rotationTrigger && { rotationTrigger: props.rotationTrigger }),
        }),
    );
    this._open(props);
    finish(this.resource, props);
  }

  /** Identifier that the service assigned to the first key; it stays through all rotations. */
  public get keyId(): string {
    return this._references.to(this.resource, 'id');
  }

  /** When the current key was created (RFC 3339). Null after an import, until a rotation. */
  public get rotatedAt(): string {
    return this._references.to(this.resource, 'current.rotated_at');
  }

  /**
   * Public key id of the previous key. Null before the first rotation and after a retirement. In a `TerraformOutput`, wrap it in
   * `Fn.coalesce`, because `cdktf output` fails on an output that is null.
   */
  public get previousAccessKeyId(): string {
    return this._references.late('previousAccessKeyId', () => orNull(this.resource.previous.accessKeyId));
  }

  /**
   * End of the overlap, after which the next plan retires the previous key (RFC 3339). Null if there is no previous key; for a
   * `TerraformOutput` see {@link previousAccessKeyId}.
   */
  public get retireAfter(): string {
    return this._references.late('retireAfter', () => orNull(this.resource.previous.retireAfter));
  }
}

/** Returns null instead of an error: Terraform fails on an attribute of null. */
const orNull = (attribute: string): string => Token.asString(Fn.try([attribute, ref('null')]));
