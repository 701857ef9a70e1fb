import type { Duration } from './duration';
import type { Problem } from './private/props/checks';
import type { ResourceProps } from './resource-props';
import type { SecretValue } from './secret-value';

/** Props of a pull secret for any registry. */
export interface PullSecretProps extends ResourceProps {
  /** Registry server URL, in the form that the registry expects, such as `ghcr.io`. */
  readonly server: string;

  /**
   * Registry user name. Set exactly one of `username` and `secretUsername`.
   *
   * @default - `secretUsername`
   */
  readonly username?: string;

  /**
   * Registry user name if it is itself a token. Set exactly one of `username` and `secretUsername`.
   *
   * @default - `username`
   */
  readonly secretUsername?: SecretValue;

  /** Password or access token. */
  readonly password: SecretValue;

  /**
   * Expiry of the password (RFC 3339, such as `2026-03-01T12:00:00Z`). Terraform warns when it is near or past.
   *
   * @default - the password does not expire, or its expiry is unknown
   */
  readonly passwordExpiresAt?: string;

  /**
   * Validity period of a password of this registry, from the moment it is issued. Without a version of the password and without
   * `passwordExpiresAt`, a warning at synthesis names this period. The factories set it for registries with a fixed period.
   *
   * @default - valid until revoked, or until the date that its owner set
   */
  readonly passwordLifetime?: Duration;

  /**
   * Problems that a factory found in its own props.
   *
   * @internal
   */
  readonly _problems?: readonly Problem[];
}
