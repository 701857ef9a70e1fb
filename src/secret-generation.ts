import type { IResolvable } from 'cdktf';
import type { Duration } from './duration';

/**
 * How the value of a secret is generated. Terraform generates it during its run as an ephemeral `random_password`, which is in
 * neither plan nor state, so only those who may read the secret at the service ever see it.
 *
 * @exampleMetadata fixture=stack
 * @example
 * stack.addOverride('terraform.required_providers.random', { source: 'hashicorp/random', version: '>= 3.7.0' });
 * stack.addOverride('terraform.required_providers.time', { source: 'hashicorp/time', version: '>= 0.7.0' });
 * new Secret(stack, 'SessionKey', {
 *   secretName: 'session-key',
 *   generateValue: { length: 32, rotateAfter: Duration.days(90) },
 * });
 */
export interface SecretGeneration {
  /** Number of characters of the value, at least 1. */
  readonly length: number;

  /**
   * Whether the value contains characters other than letters and digits.
   *
   * @default true
   */
  readonly special?: boolean | IResolvable;

  /**
   * The characters to use other than letters and digits.
   *
   * @default - the set of the provider `random`
   */
  readonly overrideSpecial?: string;

  /**
   * Period after which the next apply generates another value: whole minutes, hours or days.
   *
   * @default - never automatically
   */
  readonly rotateAfter?: Duration;

  /**
   * Any text that is not secret; a change generates another value.
   *
   * @default - none
   */
  readonly version?: string;
}
