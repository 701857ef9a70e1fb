import type { ITerraformIterator } from 'cdktf';
import { Construct } from 'constructs';
import type { RemovalPolicy } from './enums/removal-policy';
import type { ISecret } from './isecret';
import * as l1 from './l1';
import { _ResourceConstruct, References } from './private/code/references';
import { RESOURCE_ID } from './private/code/tree';
import { untraced } from './private/code/untraced';
import { namesElsewhere } from './private/identities/identities';
import { AN_ITERATOR, notEmpty, pathIn, refuse, requireProps } from './private/props/checks';
import { defineSecret } from './private/resources/definitions';
import { Removal } from './private/resources/removal';
import { checkProps, commonConfig, finish, NOTHING_TO_WAIT_FOR } from './private/resources/resource';
import { ValidationError } from './private/validation-error';
import type { PlacementProps } from './resource-props';
import { SecretMap } from './secret-map';
import type { SecretProps } from './secret-props';
import { SecretValue } from './secret-value';

/** Attributes of a secret that is defined elsewhere. */
export interface SecretAttributes {
  /** Identifier assigned by the service. */
  readonly secretId: string;

  /** Name of the secret. */
  readonly secretName: string;
}

/** Marks a construct as a secret, also if this library is loaded more than once. */
const SECRET = Symbol.for('cdktf-coffer.Secret');

/**
 * A key/value secret. The service never returns its value, so a change made elsewhere goes undetected.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const password = SecretValue.fromVariable(stack, 'db_password', { version: '1' });
 * new Secret(stack, 'DbPassword', { secretName: 'db-password', value: password });
 */
export class Secret extends _ResourceConstruct implements ISecret {
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
    options: PlacementProps = {},
  ): ISecret {
    return new LookedUpSecret(scope, id, secretName, options);
  }

  /**
   * Defines a secret for each element of an iterator (`for_each`). Use it if the number of elements is known only to Terraform, for example
   * from a variable. If the program knows the number, call the constructor in a loop.
   *
   * @param scope where the secrets are defined
   * @param id id of the construct
   * @param iterator the elements; the props may refer to the current one, and `secretName` has to
   * @param props props of all the secrets; without `importId`
   */
  public static forEach(scope: Construct, id: string, iterator: ITerraformIterator, props: SecretProps): SecretMap {
    requireProps(pathIn(scope, id), { iterator }, { iterator: AN_ITERATOR });
    return SecretMap._of(scope, id, iterator, props);
  }

  /**
   * Whether a construct is a `Secret`, for use in an aspect. False for references to secrets defined elsewhere.
   *
   * @param construct any value
   */
  public static isSecret(construct: unknown): construct is Secret {
    return typeof construct === 'object' && construct !== null && SECRET in construct;
  }

  /** The low-level construct, for settings that this class does not offer. */
  public readonly resource: l1.Secret;

  private readonly removal: Removal;

  /** Defines a secret. */
  public constructor(scope: Construct, id: string, props: SecretProps) {
    super(scope, id);
    Object.defineProperty(this, SECRET, { value: true });
    this.resource = defineSecret(this, props, SecretValue);
    this.removal = new Removal(this, this.resource, 'Secret', props);
    finish(this.resource, props);
  }

  /**
   * Sets what happens to the secret when Terraform would destroy it, like the prop `removalPolicy`. `PROTECT` stays,
   * whatever is set before or after it.
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
    return this._references.to(this.resource, 'id');
  }

  /** Number of the current value, counted from 1 with `ChangeDetection.FINGERPRINT`, for resources that have to follow a change; null otherwise. */
  public get valueRevision(): number {
    return this._references.toNumber(this.resource, 'value_revision');
  }

  /** Name of the secret. */
  public get secretName(): string {
    return this._references.to(this.resource, 'name');
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
    refuse(this, [notEmpty('secretName', attributes.secretName)]);
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

  public constructor(scope: Construct, id: string, secretName: string, options: PlacementProps) {
    super(scope, id);
    checkProps(this, options, []);
    const config = { ...commonConfig(options), name: secretName };
    this.data = untraced(() => new l1.DataCofferSecret(this, RESOURCE_ID, config));
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
