import type { Duration } from './duration';

/**
 * How the value of a secret is generated. Terraform generates it where it runs: as an ephemeral `random_password`, which is in neither plan
 * nor state, so nobody but those who may read the secret at the service ever sees it.
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
  /** Characters of the value, at least 1. */
  readonly length: number;

  /**
   * Whether there are characters among them that are neither letters nor digits.
   *
   * @default true
   */
  readonly special?: boolean;

  /**
   * The characters to use that are neither letters nor digits.
   *
   * @default - those that the provider `random` uses
   */
  readonly overrideSpecial?: string;

  /**
   * After how long another value is generated, by the first apply from then on: whole minutes, hours or days.
   *
   * @default - never by itself
   */
  readonly rotateAfter?: Duration;

  /**
   * Any text that is not secret; another one generates another value.
   *
   * @default - none
   */
  readonly version?: string;
}
