import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import * as l1 from './l1';
import { notEmpty, onlyOne, refuse } from './private/checks';
import { checkGeneration, generateValue } from './private/generated-value';
import { namesElsewhere } from './private/identities';
import { composeJson } from './private/json-composition';
import { References } from './private/references';
import { keepsItsPromise, Removal } from './private/removal';
import { A_SECRET_VALUE, pathIn, requireProps } from './private/required';
import { checkProps, commonConfig, finish, NOTHING_TO_WAIT_FOR } from './private/resource';
import { RESOURCE_ID } from './private/resource-id';
import { validSecretName } from './private/secret-names';
import { ValidationError } from './private/validation-error';
import type { RemovalPolicy } from './removal-policy';
import type { ResourceProps } from './resource-props';
import type { SecretGeneration } from './secret-generation';
import { SecretValue } from './secret-value';

/** Encoding of the value of a secret in the code. On the wire it is base64 in both cases, exactly once. */
export enum SecretEncoding {
  /** Text. */
  UTF8 = 'utf8',
  /** Base64 (standard alphabet, with padding), for binary data. */
  BASE64 = 'base64',
}

/** How Terraform detects a change of an ephemeral value. */
export enum ChangeDetection {
  /** By the `version` of the value. */
  VERSION = 'version',
  /**
   * By a fingerprint that is kept beside the state, with which every plan compares the value. Use it for a source that returns the
   * same value in every plan, such as a variable. A source that generates a new value each time would be sent with every apply.
   */
  FINGERPRINT = 'fingerprint',
}

/** Props of a key/value secret. */
export interface SecretProps extends ResourceProps {
  /** Name of the secret: lowercase letters, digits and hyphens. A change renames it in place and sends the value again. */
  readonly secretName: string;

  /**
   * The value. A value from a variable or another ephemeral source is never kept in state; its `version` marks a change.
   *
   * @default - the value is managed elsewhere, which requires an existing secret
   */
  readonly value?: SecretValue;

  /**
   * A JSON object that contains secret values, instead of `value`: short for `SecretValue.json`.
   *
   * @default - `value`
   */
  readonly objectValue?: { readonly [key: string]: unknown };

  /**
   * Generates the value, instead of `value`. The stack needs the providers `random` (3.7 or newer) and, for `rotateAfter`, `time`.
   * This library does not add them: a missing one is an error at synthesis that shows the line to write. It needs Terraform 1.11 or
   * newer, and synthesis to JSON.
   *
   * @default - `value`
   */
  readonly generateValue?: SecretGeneration;

  /**
   * Encoding of the value.
   *
   * @default SecretEncoding.UTF8
   */
  readonly encoding?: SecretEncoding;

  /**
   * How a change of an ephemeral value is detected. Fingerprints are computed with the `fingerprintKey` of the provider.
   *
   * @default ChangeDetection.VERSION
   */
  readonly changeDetection?: ChangeDetection;

  /**
   * What happens to the secret when Terraform would destroy it.
   *
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;

  /**
   * Whether the provider refuses every plan that would destroy or replace the secret (`deletion_protection`). The value is in the
   * state once applied, so it also holds when the construct is gone from the code. To destroy the secret, set `false`, deploy, and
   * then remove it. It is an error together with a `removalPolicy` DESTROY.
   *
   * @default - `deletionProtection` of the provider
   */
  readonly deletionProtection?: boolean;
}

/** Options of a secret lookup. */
export interface SecretLookupOptions {
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

/** A key/value secret, defined in this app or elsewhere. */
export interface ISecret extends IConstruct, ITerraformDependable {
  /** Identifier assigned by the service. It is a token for a secret of this app, so treat it as opaque. */
  readonly secretId: string;

  /** Name of the secret. An error for a secret referred to by its id alone. */
  readonly secretName: string;
}

/** Attributes of a secret that is defined elsewhere. */
export interface SecretAttributes {
  /** Identifier assigned by the service. */
  readonly secretId: string;

  /** Name of the secret. */
  readonly secretName: string;
}

/**
 * A key/value secret. The service never returns its value, so a change made elsewhere goes undetected.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const password = SecretValue.fromVariable(stack, 'db_password', { version: '1' });
 * new Secret(stack, 'DbPassword', { secretName: 'db-password', value: password });
 */
export class Secret extends Construct implements ISecret {
  /**
   * Refers to a secret defined elsewhere by its id. It defines nothing and reads nothing.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param secretId identifier assigned by the service
   */
  public static fromSecretId(scope: Construct, id: string, secretId: string): ISecret {
    requireProps(pathIn(scope, id), { secretId }, { secretId: true });
    return new ImportedSecret(scope, id, { secretId });
  }

  /**
   * Refers to a secret defined elsewhere by all attributes that other constructs need. It defines nothing and reads nothing.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param attributes id and name of the secret
   */
  public static fromSecretAttributes(scope: Construct, id: string, attributes: SecretAttributes): ISecret {
    requireProps(pathIn(scope, id), attributes, { secretId: true, secretName: true });
    return new ImportedSecret(scope, id, attributes);
  }

  /**
   * Refers to a secret defined elsewhere by its name; Terraform looks it up, but never its value (data source `coffer_secret`). No
   * secret, or more than one, with that name is an error when Terraform plans.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param secretName name of the secret
   * @param options where to search
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

  /** The low-level construct, for settings that this class does not offer. */
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
    const { generateValue: generation, objectValue, encoding, changeDetection } = props;
    const composition = objectValue === undefined ? undefined : composeJson(objectValue, 'objectValue');
    checkProps(this, props, [
      validSecretName(props.secretName),
      keepsItsPromise(props.removalPolicy, 'Secret'),
      ...(generation ? checkGeneration(generation) : []),
      ...(composition?.problems ?? []),
      onlyOne(props, ['value', 'objectValue', 'generateValue']),
      objectValue && encoding === SecretEncoding.BASE64
        ? '"encoding" BASE64 is not for "objectValue", which is text'
        : undefined,
      generation && changeDetection === ChangeDetection.FINGERPRINT
        ? '"changeDetection" FINGERPRINT is not for "generateValue", which gives another value in every plan: use "rotateAfter" or "version"'
        : undefined,
    ]);
    const composed = composition && SecretValue._compose(composition);
    const value = generation ? generateValue(this, generation) : (composed ?? props.value);
    this.resource = new l1.Secret(this, RESOURCE_ID, {
      ...commonConfig(props),
      name: props.secretName,
      ...(value && { [value.isEphemeral ? 'valueWo' : 'value']: value._expose(this) }),
      ...(value?.version !== undefined && { valueWoVersion: value.version }),
      ...(encoding !== undefined && { valueEncoding: encoding }),
      ...(changeDetection !== undefined && { changeDetection }),
      ...(props.deletionProtection !== undefined && { deletionProtection: props.deletionProtection }),
    });
    this.removal = new Removal(this, this.resource, 'Secret', props);
    finish(this.resource, props);
  }

  /**
   * Sets what happens to the secret when Terraform would destroy it, like the prop `removalPolicy`. A policy that differs from the
   * secret's existing one is an error at synthesis.
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

  /** Identifier assigned by the service. */
  public get secretId(): string {
    return this.references.to(this.resource, 'id');
  }

  /**
   * Number of the current value, counted from 1 with `ChangeDetection.FINGERPRINT`, for resources that have to follow a change;
   * null otherwise.
   */
  public get valueRevision(): number {
    return this.references.toNumber(this.resource, 'value_revision');
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
    if (attributes.secretName !== undefined) namesElsewhere.set(this, attributes.secretName);
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
