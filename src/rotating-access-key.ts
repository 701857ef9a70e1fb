import { Fn, ref, type TerraformOutput, Token } from 'cdktf';
import type { Construct } from 'constructs';
import type { IAccessKey } from './access-key';
import type { IBucketRef } from './bucket-ref';
import type { StoreInOptions } from './credentials-format';
import type { Duration } from './duration';
import type { Permission } from './enums/permission';
import type { ISecret } from './isecret';
import * as l1 from './l1';
import { RESOURCE_ID } from './private/code/tree';
import { untraced } from './private/code/untraced';
import { _KeyConstruct } from './private/keys/key-buckets';
import { KeyOutput, KeyStore } from './private/keys/key-store';
import { checkProps, commonConfig, finish } from './private/resources/resource';
import type { ResourceProps } from './resource-props';
import type { IS3Credentials } from './s3-credentials';

/** Props of a rotating access key. */
export interface RotatingAccessKeyProps extends ResourceProps {
  /**
   * Permission of the key on all its buckets. A change rotates the key in place.
   *
   * @default - the union of all permissions granted to the key
   */
  readonly permission?: Permission;

  /**
   * Buckets that the key opens with its `permission`. A change rotates the key in place.
   *
   * @default - the buckets of `addBucket` and of the grants to the key
   */
  readonly buckets?: IBucketRef[];

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
export class RotatingAccessKey extends _KeyConstruct implements IAccessKey, IS3Credentials {
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

  private readonly store: KeyStore;
  private readonly output = new KeyOutput(this);

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
    this.store = new KeyStore(this, this.resource);
    finish(this.resource, props);
  }

  /**
   * Stores the secret half of the current key in a separate secret instead of Terraform's state. The secret is created and
   * destroyed with the key, and a rotation writes the new key into it. Another name, or no call any more, is a rotation: the new key
   * goes to the new place, and the secret with the old name is deleted when the previous key retires. A second call is an error.
   *
   * @param secretName name of the secret: lowercase letters, digits and hyphens
   * @param options format of the stored value
   * @returns the secret
   */
  public storeIn(secretName: string, options: StoreInOptions = {}): ISecret {
    return this.store.byName(secretName, options);
  }

  /**
   * Stores the secret half of the current key in an existing secret instead of Terraform's state. A rotation writes the new key
   * into it, and it stays when the key is destroyed. Do not change its value where the secret is managed, nor its name, because a
   * rename sends the value again. A second call is an error.
   *
   * @param secret the secret, in the same project
   * @param options format of the stored value
   */
  public storeInSecret(secret: ISecret, options: StoreInOptions = {}): void {
    this.store.into(secret, options);
  }

  /**
   * Puts the current credentials into one sensitive output: an object with `access_key_id`, `secret_access_key` and `endpoint`,
   * which `terraform output -json` shows. A rotation changes them. A repeated call returns the same output. After an import the
   * secret half is null until the key is rotated.
   *
   * @param name name of the output, used verbatim; by default it is derived from the key's place in the stack
   */
  public outputCredentials(name?: string): TerraformOutput {
    return this.output.show(name, 'rotating the key gives another one.');
  }

  /** Identifier that the service assigned to the first key; it stays through all rotations. */
  public get keyId(): string {
    return this._references.to(this.resource, 'id');
  }

  /** Public key id of the current key for S3 clients. A rotation changes it. */
  public get accessKeyId(): string {
    return this._references.to(this.resource, 'current.access_key_id');
  }

  /** Secret half of the current key; sensitive, and kept in Terraform's state. Null after an import, until a rotation. An error for a stored key. */
  public get secretAccessKey(): string {
    return this.store.shown(this._references.to(this.resource, 'current.secret_access_key'));
  }

  /** S3 endpoint of the current key. */
  public get endpoint(): string {
    return this._references.to(this.resource, 'current.endpoint');
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
