import type { IResolvable } from 'cdktf';
import type { RemovalPolicy } from './enums/removal-policy';
import type { ChangeDetection, SecretEncoding } from './enums/secret-choices';
import type { ResourceProps } from './resource-props';
import type { SecretGeneration } from './secret-generation';
import type { SecretValue } from './secret-value';

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
   * Generates the value, instead of `value`. It needs the providers `random` (3.7 or newer) and, for `rotateAfter`, `time`, which Terraform installs;
   * the stack may choose their versions, as the example of `SecretGeneration` does. It needs Terraform 1.11 or newer, and synthesis to JSON.
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
   * Treatment of the secret when Terraform would destroy it.
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
  readonly deletionProtection?: boolean | IResolvable;
}
