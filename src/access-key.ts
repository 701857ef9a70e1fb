import type { ITerraformDependable } from 'cdktf';
import { Construct } from 'constructs';
import type { Grant, IGrantable } from './grant';
import type { KeyProps } from './key-props';
import * as l1 from './l1';
import { RESOURCE_ID } from './private/code/tree';
import { untraced } from './private/code/untraced';
import { _StoredKeyConstruct } from './private/keys/stored-key';
import { A_SECRET_VALUE, notEmpty, pathIn, refuse, requireProps } from './private/props/checks';
import { checkProps, commonConfig, finish, importOf, NOTHING_TO_WAIT_FOR } from './private/resources/resource';
import type { ResourceProps } from './resource-props';
import type { IS3Credentials } from './s3-credentials';
import type { SecretValue } from './secret-value';

/** Props of an access key. */
export interface AccessKeyProps extends ResourceProps, KeyProps {
  /**
   * Map of arbitrary strings. Changing any of them replaces the key.
   *
   * @default - the key is never rotated automatically
   */
  readonly rotationTrigger?: { [key: string]: string };
}

/** An access key for S3 clients, defined in this app or elsewhere. */
export interface IAccessKey extends IGrantable, ITerraformDependable {
  /** Public key id for S3 clients. */
  readonly accessKeyId: string;
}

/**
 * An access key with its credentials, defined in this app or elsewhere. It does not extend `IAccessKey`, because Java cannot
 * combine two interfaces that both declare `accessKeyId`.
 */
export interface IAccessKeyCredentials extends IS3Credentials, IGrantable, ITerraformDependable {}

/** Attributes of an access key that is defined elsewhere. */
export interface AccessKeyAttributes {
  /** Public key id for S3 clients. */
  readonly accessKeyId: string;

  /** Secret half of the key. If the value is ephemeral, it can be used only where ephemeral values are allowed. */
  readonly secretAccessKey: SecretValue;

  /** S3 endpoint of the key. */
  readonly endpoint: string;
}

const ACCESS_KEY = Symbol.for('cdktf-coffer.AccessKey');

/**
 * An access key for S3 clients: one permission set on chosen buckets.
 *
 * The service cannot update a key, so an additional bucket, another permission or a rotation creates a new key. The new key is
 * created before the old one is deleted, but its users have to receive the new credentials in the same run.
 *
 * Without `storeIn` or `storeInSecret`, the secret half of the key is in Terraform's state.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const key = new AccessKey(stack, 'Reader', { rotationTrigger: { quarter: '2026-1' } });
 * assets.grantRead(key);
 * key.storeIn('assets-credentials', { format: CredentialsFormat.ENV });
 */
export class AccessKey extends _StoredKeyConstruct implements IAccessKey, IS3Credentials {
  /**
   * Refers to a key defined elsewhere by its public id. The buckets of the key are fixed, so no bucket can be granted to it.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param accessKeyId public id of the key
   */
  public static fromAccessKeyId(scope: Construct, id: string, accessKeyId: string): IAccessKey {
    requireProps(pathIn(scope, id), { accessKeyId }, { accessKeyId: true });
    return new ImportedAccessKey(scope, id, accessKeyId);
  }

  /**
   * Refers to a key defined elsewhere by its credentials. `environment` of a bucket accepts the result. The buckets of the key are
   * fixed, so no bucket can be granted to it, and it is not checked which buckets it opens.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param attributes credentials of the key
   *
   * @exampleMetadata fixture=stack
   * @example
   * const legacy = AccessKey.fromAccessKeyAttributes(stack, 'Legacy', {
   *   accessKeyId: 'GK31c2f218a2e44f485b94239e',
   *   secretAccessKey: SecretValue.fromVariable(stack, 'legacy_secret_access_key'),
   *   endpoint: 'https://s3.example.com',
   * });
   * new Secret(stack, 'AppEnvironment', {
   *   secretName: 'app-environment',
   *   value: SecretValue.fromEphemeral(Fn.jsonencode(uploads.environment(legacy)), { version: '1' }),
   * });
   */
  public static fromAccessKeyAttributes(
    scope: Construct,
    id: string,
    attributes: AccessKeyAttributes,
  ): IAccessKeyCredentials {
    const wanted = { accessKeyId: true, secretAccessKey: A_SECRET_VALUE, endpoint: true } as const;
    requireProps(pathIn(scope, id), attributes, wanted);
    return new ImportedCredentials(scope, id, attributes);
  }

  /**
   * Whether a construct is an `AccessKey`, for use in an aspect. False for references to keys defined elsewhere.
   *
   * @param construct any value
   */
  public static isAccessKey(construct: unknown): construct is AccessKey {
    return typeof construct === 'object' && construct !== null && ACCESS_KEY in construct;
  }

  /** The low-level construct, for settings that this class does not offer. */
  public readonly resource: l1.AccessKey;

  /** @internal */
  protected readonly _key = { path: '', renewal: 'replacing the key gives another one.' };

  /** Defines an access key. Its buckets come from the props, from `addBucket` and from the buckets' grants. */
  public constructor(scope: Construct, id: string, props: AccessKeyProps = {}) {
    super(scope, id);
    Object.defineProperty(this, ACCESS_KEY, { value: true });
    checkProps(this, props, []);
    this.resource = untraced(
      () =>
        new l1.AccessKey(this, RESOURCE_ID, {
          ...commonConfig(props),
          bucketIds: [],
          permissions: {},
          ...(props.rotationTrigger && { rotationTrigger: props.rotationTrigger }),
        }),
    );
    this._open(props);
    this.node.addValidation({ validate: () => this.notKnown() });
    finish(this.resource, props);
  }

  /** Identifier assigned by the service. */
  public get keyId(): string {
    return this._references.to(this.resource, 'id');
  }

  /** An imported key has no known secret half. */
  private notKnown(): string[] {
    if (!this.node.tryFindChild('Credentials') || !importOf(this.resource)) return [];
    return [
      `the credentials of AccessKey "${this.node.path}" cannot be output: the key is imported, and the service shows its secret half only ` +
        'when it makes one. Define a new AccessKey',
    ];
  }
}

class ImportedAccessKey extends Construct implements IAccessKey {
  public readonly fqn = NOTHING_TO_WAIT_FOR;

  public constructor(
    scope: Construct,
    id: string,
    public readonly accessKeyId: string,
  ) {
    super(scope, id);
    refuse(this, [notEmpty('accessKeyId', accessKeyId)]);
  }

  public addGrant(grant: Grant): void {
    this.node.addValidation({
      validate: () => [
        `bucket "${grant.bucket.node.path}" cannot be opened to "${this.node.path}" (${grant.permission}): the buckets of a key ` +
          'are fixed when it is made, and this one is defined elsewhere. Define a new AccessKey here.',
      ],
    });
  }
}

class ImportedCredentials extends ImportedAccessKey implements IAccessKeyCredentials {
  public readonly endpoint: string;
  public readonly secretAccessKey: string;

  public constructor(scope: Construct, id: string, { accessKeyId, secretAccessKey, endpoint }: AccessKeyAttributes) {
    super(scope, id, accessKeyId);
    refuse(this, [notEmpty('endpoint', endpoint)]);
    this.endpoint = endpoint;
    this.secretAccessKey = secretAccessKey._expose(this);
  }
}
