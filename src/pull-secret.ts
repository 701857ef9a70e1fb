import type { ITerraformDependable } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import * as l1 from './l1';
import { ifKnown, notEmpty, refuse } from './private/checks';
import { checkProps, commonConfig, finish, NOTHING_TO_WAIT_FOR, RESOURCE_ID } from './private/resource';
import type { ResourceProps } from './resource-props';
import type { SecretValue } from './secret-value';

/** Props of a pull secret for any registry. */
export interface PullSecretProps extends ResourceProps {
  /** Registry server URL, in the form that the registry wants, such as `ghcr.io`. */
  readonly server: string;

  /**
   * Registry user name. Exactly one of `username` and `secretUsername` is given.
   *
   * @default - `secretUsername`
   */
  readonly username?: string;

  /**
   * Registry user name where it is a token itself. Exactly one of `username` and `secretUsername` is given.
   *
   * @default - `username`
   */
  readonly secretUsername?: SecretValue;

  /** Password or access token. */
  readonly password: SecretValue;

  /**
   * When the password ends (RFC 3339, such as `2026-03-01T12:00:00Z`). Terraform warns when that is near or past.
   *
   * @default - it does not end, or nobody knows when
   */
  readonly passwordExpiresAt?: string;
}

/** Props of a pull secret for the GitHub container registry. */
export interface GhcrPullSecretProps extends ResourceProps {
  /** GitHub login that the token belongs to. */
  readonly username: string;

  /** Classic personal access token with `read:packages`; the registry takes no fine-grained ones. */
  readonly token: SecretValue;

  /**
   * When the token ends (RFC 3339, such as `2026-03-01T12:00:00Z`). Terraform warns when that is near or past.
   *
   * @default - it does not end, or nobody knows when
   */
  readonly tokenExpiresAt?: string;
}

/** Credentials for a private container registry, of this app or defined elsewhere. */
export interface IPullSecret extends IConstruct, ITerraformDependable {
  /** Identifier that apps refer to; a token for a pull secret of this app, so treat it as opaque. */
  readonly pullSecretId: string;
}

/**
 * Credentials for a private container registry. The interface of the service can only create them: unless the provider is told
 * otherwise (`pullSecretApi`), every change makes a new one under a new id, and nothing is ever deleted at the service.
 */
export class PullSecret extends Construct implements IPullSecret {
  /** Refers to a pull secret defined elsewhere by its id. Defines nothing and reads nothing. */
  public static fromPullSecretId(scope: Construct, id: string, pullSecretId: string): IPullSecret {
    return new ImportedPullSecret(scope, id, pullSecretId);
  }

  /** Defines a pull secret for the GitHub container registry, `ghcr.io`. */
  public static forGhcr(scope: Construct, id: string, props: GhcrPullSecretProps): PullSecret {
    const { token, tokenExpiresAt, ...rest } = props;
    return new PullSecret(scope, id, {
      ...rest,
      server: 'ghcr.io',
      password: token,
      ...(tokenExpiresAt !== undefined && { passwordExpiresAt: tokenExpiresAt }),
    });
  }

  /** The low-level construct, for what is not offered here. */
  public readonly resource: l1.PullSecret;

  /** Defines a pull secret. */
  public constructor(scope: Construct, id: string, props: PullSecretProps) {
    super(scope, id);
    const { username, secretUsername, password, passwordExpiresAt } = props;
    checkProps(this, props, [
      notEmpty('server', props.server),
      notEmpty('username', username),
      (username === undefined) === (secretUsername === undefined)
        ? `exactly one of "username" and "secretUsername" must be given, got ${username === undefined ? 'neither' : 'both'}`
        : undefined,
      ifKnown(passwordExpiresAt, (date) =>
        isTimestamp(date)
          ? undefined
          : `"passwordExpiresAt" must be a date and time such as "2026-03-01T12:00:00Z" (RFC 3339), got ${JSON.stringify(date)}`,
      ),
    ]);
    // One version stands for both: a change of either sends both again.
    const versions = [password.version, secretUsername?.version].filter((version) => version !== undefined);
    this.resource = new l1.PullSecret(this, RESOURCE_ID, {
      ...commonConfig(props),
      server: props.server,
      ...(username !== undefined && { username }),
      ...(secretUsername && { [secretUsername.isEphemeral ? 'usernameWo' : 'username']: secretUsername._expose(this) }),
      [password.isEphemeral ? 'passwordWo' : 'password']: password._expose(this),
      ...(versions.length > 0 && { passwordWoVersion: versions.join('/') }),
      ...(passwordExpiresAt !== undefined && { passwordExpiresAt }),
    });
    finish(this.resource, props);
  }

  /** Identifier that apps refer to. */
  public get pullSecretId(): string {
    return this.resource.id;
  }

  /** Ids of pull secrets that changes have left behind at the service, oldest first. */
  public get supersededIds(): string[] {
    return this.resource.supersededIds;
  }

  /** Address of the resource in Terraform, for `dependsOn`. */
  public get fqn(): string {
    return this.resource.fqn;
  }
}

class ImportedPullSecret extends Construct implements IPullSecret {
  public readonly fqn = NOTHING_TO_WAIT_FOR;

  public constructor(
    scope: Construct,
    id: string,
    public readonly pullSecretId: string,
  ) {
    super(scope, id);
    refuse(this, [notEmpty('pullSecretId', pullSecretId)]);
  }
}

function isTimestamp(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}
