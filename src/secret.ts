import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import * as l1 from './l1';
import { notEmpty, refuse } from './private/checks';
import { checkGeneration, generateValue } from './private/generated-value';
import { References } from './private/references';
import { keepsItsPromise, Removal } from './private/removal';
import { A_SECRET_VALUE, pathIn, requireProps } from './private/required';
import { checkProps, commonConfig, finish, NOTHING_TO_WAIT_FOR } from './private/resource';
import { RESOURCE_ID } from './private/resource-id';
import { requireOwnName, validSecretName } from './private/secret-names';
import { ValidationError } from './private/validation-error';
import type { RemovalPolicy } from './removal-policy';
import type { ResourceProps } from './resource-props';
import type { SecretGeneration } from './secret-generation';
import type { SecretValue } from './secret-value';

/** How the value of a secret is written. On the wire it is base64 in both cases, exactly once. */
export enum SecretEncoding {
  /** As text. */
  UTF8 = 'utf8',
  /** As base64 (standard alphabet, with padding), for binary data. */
  BASE64 = 'base64',
}

/** How Terraform sees that an ephemeral value changed. */
export enum ChangeDetection {
  /** By the `version` of the value. */
  VERSION = 'version',
  /**
   * By a fingerprint that is kept beside the state, with which every plan compares the value. For a source that gives the same value
   * in every plan, such as a variable; one that makes a new value each time would be sent with every apply.
   */
  FINGERPRINT = 'fingerprint',
}

/** Props of a key/value secret. */
export interface SecretProps extends ResourceProps {
  /** Name of the secret: lowercase letters, digits and hyphens. A change renames it in place and sends the value again. */
  readonly secretName: string;

  /**
   * The value. One from a variable or another ephemeral source is never kept in state; its `version` says when it changed.
   *
   * @default - managed elsewhere, which works only for a secret that exists already
   */
  readonly value?: SecretValue;

  /**
   * Has the value generated, instead of `value`. It needs the providers `random` (3.7 or newer) and, for `rotateAfter`, `time` in the stack,
   * which this library does not add: a missing one is an error at synthesis with the line to write. It takes Terraform 1.11 or newer, and
   * synthesis to JSON.
   *
   * @default - `value`
   */
  readonly generateValue?: SecretGeneration;

  /**
   * How the value is written.
   *
   * @default SecretEncoding.UTF8
   */
  readonly encoding?: SecretEncoding;

  /**
   * How a change of an ephemeral value is seen. Fingerprints are made with the `fingerprintKey` of the provider.
   *
   * @default ChangeDetection.VERSION
   */
  readonly changeDetection?: ChangeDetection;

  /**
   * What becomes of the secret when Terraform would destroy it.
   *
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Whether the provider refuses every plan that would destroy or replace the secret (`deletion_protection`). It lies in state once
   * applied, so it holds when the construct is gone from the code, too. To destroy the secret, give `false`, deploy, and then remove it.
   * Together with a `removalPolicy` DESTROY it is an error.
   *
   * @default - `deletionProtection` of the provider
   */
  readonly deletionProtection?: boolean;
}

/** How a secret is looked up. */
export interface SecretLookupOptions {
  /**
   * Provider that looks it up, where a stack has more than one.
   *
   * @default - the `CofferProvider` without an alias
   */
  readonly provider?: TerraformProvider;

  /**
   * Project to look in.
   *
   * @default - the project of the provider, or else every project of its token
   */
  readonly projectId?: string;
}

/** A key/value secret, of this app or defined elsewhere. */
export interface ISecret extends IConstruct, ITerraformDependable {
  /** Identifier given by the service; a token for a secret of this app, so treat it as opaque. */
  readonly secretId: string;

  /** Name of the secret. For a secret referred to by its id alone it is an error. */
  readonly secretName: string;
}

/** What is known of a secret that is defined elsewhere. */
export interface SecretAttributes {
  /** Identifier given by the service. */
  readonly secretId: string;

  /** Name of the secret. */
  readonly secretName: string;
}

/**
 * A key/value secret. The service never returns its value, so a change made elsewhere is not seen.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const password = SecretValue.fromVariable(stack, 'db_password', { version: '1' });
 * new Secret(stack, 'DbPassword', { secretName: 'db-password', value: password });
 */
export class Secret extends Construct implements ISecret {
  /** Refers to a secret defined elsewhere by its id. Defines nothing and reads nothing. */
  public static fromSecretId(scope: Construct, id: string, secretId: string): ISecret {
    requireProps(pathIn(scope, id), { secretId }, { secretId: true });
    return new ImportedSecret(scope, id, { secretId });
  }

  /** Refers to a secret defined elsewhere by all that others need of it. Defines nothing and reads nothing. */
  public static fromSecretAttributes(scope: Construct, id: string, attributes: SecretAttributes): ISecret {
    requireProps(pathIn(scope, id), attributes, { secretId: true, secretName: true });
    return new ImportedSecret(scope, id, attributes);
  }

  /**
   * Refers to a secret defined elsewhere by its name, and has Terraform look it up (data source `coffer_secret`; never its value).
   * None, or more than one, of that name is an error when Terraform plans.
   *
   * @exampleMetadata fixture=stack
   * @example
   * const shared = Secret.fromSecretName(stack, 'Shared', 'shared-by-teams');
   * new TerraformOutput(stack, 'shared_secret', { value: shared.secretName });
   */
  public static fromSecretName(
    scope: Construct,
    id: string,
    secretName: string,
    options: SecretLookupOptions = {},
  ): ISecret {
    return new LookedUpSecret(scope, id, secretName, options);
  }

  /** The low-level construct, for what is not offered here. */
  public readonly resource: l1.Secret;

  private readonly removal: Removal;
  private readonly references = new References();

  /** Defines a secret. */
  public constructor(scope: Construct, id: string, props: SecretProps) {
    super(scope, id);
    requireProps(this.node.path, props, {
      secretName: true,
      ...(props?.value !== undefined && { value: A_SECRET_VALUE }),
    });
    const { generateValue: generation, encoding, changeDetection } = props;
    checkProps(this, props, [
      validSecretName(props.secretName),
      keepsItsPromise(props.removalPolicy, 'Secret'),
      ...(generation ? checkGeneration(generation) : []),
      generation && props.value ? 'only one of "value" and "generateValue" can be given, got both' : undefined,
      generation && changeDetection === ChangeDetection.FINGERPRINT
        ? '"changeDetection" FINGERPRINT is not for "generateValue", which gives another value in every plan: use "rotateAfter" or "version"'
        : undefined,
    ]);
    const value = generation ? generateValue(this, generation) : props.value;
    this.resource = new l1.Secret(this, RESOURCE_ID, {
      ...commonConfig(props),
      name: props.secretName,
      ...(value && { [value.isEphemeral ? 'valueWo' : 'value']: value._expose(this) }),
      ...(value?.version !== undefined && { valueWoVersion: value.version }),
      ...(encoding !== undefined && { valueEncoding: encoding }),
      ...(changeDetection !== undefined && { changeDetection }),
      ...(props.deletionProtection !== undefined && { deletionProtection: props.deletionProtection }),
    });
    this.removal = new Removal(this, this.resource, 'Secret', props.removalPolicy);
    finish(this.resource, props);
    requireOwnName(this, 'Secret', this.resource, ({ name }) => name);
  }

  /**
   * Says what becomes of the secret when Terraform would destroy it, as the prop `removalPolicy` does. Another policy than the one that
   * the secret has been given is an error at synthesis.
   *
   * @param policy the policy
   *
   * @exampleMetadata fixture=stack
   * @example
   * const license = new Secret(stack, 'License', {
   *   secretName: 'license',
   *   value: SecretValue.fromVariable(stack, 'license', { version: '1' }),
   * });
   * license.applyRemovalPolicy(RemovalPolicy.PROTECT);
   */
  public applyRemovalPolicy(policy: RemovalPolicy): void {
    this.removal.apply(policy);
  }

  /** Identifier given by the service. */
  public get secretId(): string {
    return this.references.to(this.resource, 'id');
  }

  /** Counts the values, from 1, with `ChangeDetection.FINGERPRINT`, for what has to follow a change; null otherwise. */
  public get valueRevision(): number {
    return this.resource.valueRevision;
  }

  /** Name of the secret. */
  public get secretName(): string {
    return this.references.to(this.resource, 'name');
  }

  /** Address of the resource in Terraform, for `dependsOn`. */
  public get fqn(): string {
    return this.references.late('fqn', () => this.resource.fqn);
  }
}

class ImportedSecret extends Construct implements ISecret {
  public readonly secretId: string;
  public readonly fqn = NOTHING_TO_WAIT_FOR;

  public constructor(
    scope: Construct,
    id: string,
    private readonly attributes: Pick<SecretAttributes, 'secretId'> & Partial<SecretAttributes>,
  ) {
    super(scope, id);
    refuse(this, [notEmpty('secretId', attributes.secretId), notEmpty('secretName', attributes.secretName)]);
    this.secretId = attributes.secretId;
  }

  public get secretName(): string {
    if (this.attributes.secretName !== undefined) return this.attributes.secretName;
    throw new ValidationError(
      `the name of secret "${this.node.path}" is not known, since it is referred to by its id: ` +
        'use Secret.fromSecretAttributes or Secret.fromSecretName',
    );
  }
}

class LookedUpSecret extends Construct implements ISecret {
  private readonly data: l1.DataCofferSecret;
  private readonly references = new References();

  public constructor(scope: Construct, id: string, secretName: string, options: SecretLookupOptions) {
    super(scope, id);
    checkProps(this, options, [validSecretName(secretName)]);
    this.data = new l1.DataCofferSecret(this, RESOURCE_ID, { ...commonConfig(options), name: secretName });
  }

  public get secretId(): string {
    return this.references.to(this.data, 'id');
  }

  public get secretName(): string {
    return this.references.to(this.data, 'name');
  }

  public get fqn(): string {
    return this.references.late('fqn', () => this.data.fqn);
  }
}
