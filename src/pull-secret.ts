import { Annotations, type ITerraformDependable } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { Duration } from './duration';
import * as l1 from './l1';
import { _ResourceConstruct } from './private/code/references';
import { RESOURCE_ID } from './private/code/tree';
import { untraced } from './private/code/untraced';
import { A_SECRET_VALUE, notEmpty, onlyOne, pathIn, refuse, requireProps } from './private/props/checks';
import * as logins from './private/registries/registry-logins';
import { DOCKER_HUB } from './private/registries/registry-table';
import { checkProps, commonConfig, finish, NOTHING_TO_WAIT_FOR, timeoutsOf } from './private/resources/resource';
import { PLAIN_TEXT } from './private/values/secret-marks';
import { joinVersions } from './private/values/value-versions';
import type { PullSecretProps } from './pull-secret-props';
import type * as registry from './registry-props';

/** Credentials for a private container registry, defined in this app or elsewhere. */
export interface IPullSecret extends IConstruct, ITerraformDependable {
  /** Identifier that apps refer to. It is a token for a pull secret of this app, so treat it as opaque. */
  readonly pullSecretId: string;
}

const PULL_SECRET = Symbol.for('cdktf-coffer.PullSecret');

/**
 * Credentials for a private container registry. The public API of the service can only create them: unless the provider sets `pullSecretApi` to
 * something else, every change creates a new pull secret with a new id, and nothing is ever deleted at the service.
 *
 * @exampleMetadata fixture=stack
 * @example
 * const ghcr = PullSecret.forGhcr(stack, 'Ghcr', {
 *   username: 'octocat',
 *   token: SecretValue.fromVariable(stack, 'ghcr_token', { version: '1' }),
 * });
 * new TerraformOutput(stack, 'ghcr_id', { value: ghcr.pullSecretId });
 */
export class PullSecret extends _ResourceConstruct implements IPullSecret {
  /**
   * Refers to a pull secret defined elsewhere by its id. It defines nothing and reads nothing.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param pullSecretId identifier that apps refer to
   */
  public static fromPullSecretId(scope: Construct, id: string, pullSecretId: string): IPullSecret {
    return new ImportedPullSecret(scope, id, pullSecretId);
  }

  /**
   * Defines a pull secret for Docker Hub. Prefer a read-only access token; it is valid until revoked, or until the date set for it.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props user and token
   */
  public static forDockerHub(scope: Construct, id: string, props: registry.UserPullSecretProps): PullSecret {
    return define(scope, id, props, ['username', 'token'], () => logins.fixed(DOCKER_HUB, props.username, props));
  }

  /**
   * Defines a pull secret for the GitHub container registry, `ghcr.io`.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props user and token
   */
  public static forGhcr(scope: Construct, id: string, props: registry.GhcrPullSecretProps): PullSecret {
    return define(scope, id, props, ['username', 'token'], () => logins.fixed('ghcr.io', props.username, props));
  }

  /**
   * Defines a pull secret for a private Amazon ECR registry. Its tokens (`GetAuthorizationToken`) expire after 12 hours: give the
   * token a version that changes with it, and apply at least that often.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props account, region and token
   */
  public static forEcr(scope: Construct, id: string, props: registry.EcrPullSecretProps): PullSecret {
    return define(scope, id, props, ['accountId', 'region', 'token'], () => forHalfADay(logins.ecr(props)));
  }

  /**
   * Defines a pull secret for the public Amazon ECR, `public.ecr.aws`. Its tokens expire after 12 hours.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props token
   */
  public static forEcrPublic(scope: Construct, id: string, props: registry.TokenPullSecretProps): PullSecret {
    return define(scope, id, props, ['token'], () => forHalfADay(logins.fixed('public.ecr.aws', 'AWS', props)));
  }

  /**
   * Defines a pull secret for the registry of Amazon Lightsail, whose API returns the server, the user and a password that expires after 12 hours.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props server, user and token
   */
  public static forLightsail(scope: Construct, id: string, props: registry.GenericPullSecretProps): PullSecret {
    return define(scope, id, props, ['server', 'username', 'token'], () => forHalfADay(logins.generic(props)));
  }

  /**
   * Defines a pull secret for the Google Artifact Registry.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props location and credentials
   */
  public static forArtifactRegistry(
    scope: Construct,
    id: string,
    props: registry.ArtifactRegistryPullSecretProps,
  ): PullSecret {
    return define(scope, id, props, ['location', 'credentials'], () => logins.artifactRegistry(props));
  }

  /**
   * Defines a pull secret for an Azure container registry.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props registry and credentials
   */
  public static forAcr(scope: Construct, id: string, props: registry.AcrPullSecretProps): PullSecret {
    return define(scope, id, props, ['registryName', 'credentials'], () => logins.acr(props));
  }

  /**
   * Defines a pull secret for a GitLab registry: `registry.gitlab.com`, or a host of your own.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props host and credentials
   */
  public static forGitLab(scope: Construct, id: string, props: registry.GitLabPullSecretProps): PullSecret {
    return define(scope, id, props, ['credentials'], () => logins.gitLab(props));
  }

  /**
   * Defines a pull secret for a robot account of Quay. Prefer a pull-only robot. Its token is valid until revoked.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props robot and token
   */
  public static forQuayRobot(scope: Construct, id: string, props: registry.QuayPullSecretProps): PullSecret {
    return define(scope, id, props, ['organization', 'robotName', 'token'], () => logins.quay(props));
  }

  /**
   * Defines a pull secret for a robot account of Harbor. Prefer a pull-only robot. Its secret expires as configured for the robot.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props host, robot and token
   */
  public static forHarborRobot(scope: Construct, id: string, props: registry.HarborPullSecretProps): PullSecret {
    return define(scope, id, props, ['host', 'robotName', 'token'], () => logins.harbor(props));
  }

  /**
   * Defines a pull secret for the DigitalOcean registry, which takes an API token as both user name and password.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props token
   */
  public static forDigitalOcean(scope: Construct, id: string, props: registry.TokenPullSecretProps): PullSecret {
    return define(scope, id, props, ['token'], () => logins.digitalOcean(props));
  }

  /**
   * Defines a pull secret for the Scaleway registry; the token is the secret half of an API key.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props region and token
   */
  public static forScaleway(scope: Construct, id: string, props: registry.ScalewayPullSecretProps): PullSecret {
    return define(scope, id, props, ['region', 'token'], () => logins.scaleway(props));
  }

  /**
   * Defines a pull secret for the IBM Cloud registry.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props host and credentials
   */
  public static forIbm(scope: Construct, id: string, props: registry.IbmPullSecretProps): PullSecret {
    return define(scope, id, props, ['credentials'], () => logins.ibm(props));
  }

  /**
   * Defines a pull secret for the Oracle Cloud registry; the token is an auth token, valid until revoked.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props region, namespace, user and token
   */
  public static forOracle(scope: Construct, id: string, props: registry.OraclePullSecretProps): PullSecret {
    return define(scope, id, props, ['regionKey', 'namespace', 'username', 'token'], () => logins.oracle(props));
  }

  /**
   * Defines a pull secret for NVIDIA NGC, `nvcr.io`; the token is an API key.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props token
   */
  public static forNgc(scope: Construct, id: string, props: registry.TokenPullSecretProps): PullSecret {
    return define(scope, id, props, ['token'], () => logins.fixed('nvcr.io', '$oauthtoken', props));
  }

  /**
   * Defines a pull secret for Red Hat, `registry.redhat.io`; the user is a service account, such as `1234567|puller`.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props user and token
   */
  public static forRedHat(scope: Construct, id: string, props: registry.UserPullSecretProps): PullSecret {
    return define(scope, id, props, ['username', 'token'], () =>
      logins.fixed('registry.redhat.io', props.username, props),
    );
  }

  /**
   * Defines a pull secret for Atlassian Forge, whose command line prints a user and a short-lived token.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props user and token
   */
  public static forAtlassianForge(scope: Construct, id: string, props: registry.UserPullSecretProps): PullSecret {
    return define(scope, id, props, ['username', 'token'], () =>
      logins.fixed('forge-ecr.services.atlassian.com', props.username, props),
    );
  }

  /**
   * Defines a pull secret for Heroku, `registry.heroku.com`; the token is an API token.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props token
   */
  public static forHeroku(scope: Construct, id: string, props: registry.TokenPullSecretProps): PullSecret {
    return define(scope, id, props, ['token'], () => logins.fixed('registry.heroku.com', '_', props));
  }

  /**
   * Defines a pull secret for Fly, `registry.fly.io`; the token is an API token.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props token
   */
  public static forFly(scope: Construct, id: string, props: registry.TokenPullSecretProps): PullSecret {
    return define(scope, id, props, ['token'], () => logins.fixed('registry.fly.io', 'x', props));
  }

  /**
   * Defines a pull secret for any other registry, such as JFrog, Nexus, Gitea, Forgejo or Cloudsmith. Unlike `new PullSecret`, it
   * normalizes the server to the form that clients look for: the host in lower case, without scheme and version of the API (`/v2/`),
   * with a path of the registry; and for Docker Hub its one key.
   *
   * @param scope scope that the construct is part of
   * @param id id of the construct, unique in its scope
   * @param props server, user and token
   */
  public static forGeneric(scope: Construct, id: string, props: registry.GenericPullSecretProps): PullSecret {
    return define(scope, id, props, ['server', 'username', 'token'], () => logins.generic(props));
  }

  /**
   * Whether a construct is a `PullSecret`, for use in an aspect. False for references to pull secrets defined elsewhere.
   *
   * @param construct any value
   */
  public static isPullSecret(construct: unknown): construct is PullSecret {
    return typeof construct === 'object' && construct !== null && PULL_SECRET in construct;
  }

  /** The low-level construct, for settings that this class does not offer. */
  public readonly resource: l1.PullSecret;

  /** Validity period of a password of the registry, from the moment it is issued; undefined: until revoked, or until a date that its owner set. */
  public readonly passwordLifetime?: Duration;

  /** Defines a pull secret. */
  public constructor(scope: Construct, id: string, props: PullSecretProps) {
    super(scope, id);
    Object.defineProperty(this, PULL_SECRET, { value: true });
    requireProps(this.node.path, props, {
      server: true,
      password: A_SECRET_VALUE,
      ...(props?.secretUsername !== undefined && { secretUsername: A_SECRET_VALUE }),
    });
    const { username, secretUsername, password, passwordExpiresAt } = props;
    checkProps(this, props, [...(props._problems ?? []), onlyOne(props, ['username', 'secretUsername'])]);
    // One version covers both: a change of either sends both again. A token used as both is one value.
    const version = joinVersions(
      [...new Set([password, ...(secretUsername ? [secretUsername] : [])])].flatMap((secret) => secret._versions),
    );
    this.resource = untraced(
      () =>
        new l1.PullSecret(this, RESOURCE_ID, {
          ...commonConfig(props),
          server: props.server,
          username,
          ...(secretUsername && {
            [secretUsername.isEphemeral ? 'usernameWo' : 'username']: secretUsername._expose(this),
          }),
          [password.isEphemeral ? 'passwordWo' : 'password']: password._expose(this),
          passwordWoVersion: version,
          passwordExpiresAt,
        }),
    );
    if (secretUsername && !secretUsername.isEphemeral) this.node.addMetadata(PLAIN_TEXT, 'secretUsername');
    this.passwordLifetime = props.passwordLifetime;
    if (props.passwordLifetime) this.remindOf(props.passwordLifetime, props);
    finish(this.resource, props);
  }

  /**
   * Identifier that apps refer to, in the field `pull_secret_id`. It changes with every new password, unless the service can update
   * pull secrets. An app that refers to it is changed in the same run.
   *
   * @exampleMetadata fixture=stack
   * @example
   * // What the service takes when an app is created or updated, for the provider or program that does it.
   * const payload = Fn.jsonencode({
   *   project_id: 'my-project',
   *   name: 'web',
   *   image: 'ghcr.io/acme/web:1.2',
   *   pull_secret_id: pullSecret.pullSecretId,
   *   ports: [{ name: 'http', number: 8080 }],
   *   cpu: 1,
   *   memory: 512,
   *   instances: 2,
   *   hibernated: false,
   * });
   * new TerraformOutput(stack, 'app_payload', { value: payload });
   */
  public get pullSecretId(): string {
    return this._references.to(this.resource, 'id');
  }

  /** Ids of pull secrets that changes left behind at the service, oldest first. */
  public get supersededIds(): string[] {
    return this._references.toList(this.resource, 'superseded_ids');
  }

  /** Warns of a password that expires and may not be replaced in time; the expiry itself is silent (registries.md, "Life"). */
  private remindOf(lifetime: Duration, props: PullSecretProps): void {
    this.node.addMetadata('coffer:password-lifetime', `${lifetime}`);
    if (props.password.version !== undefined || props.passwordExpiresAt !== undefined) return;
    Annotations.of(this).addWarning(
      `the password of PullSecret "${this.node.path}" ends ${lifetime} after it is issued, and nothing says when that was: give it a ` +
        'version that changes with it, SecretValue.fromVariable(…, { version }), and apply at least that often',
    );
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

/** Both registries of Amazon ECR, and Lightsail's: their tokens end after 12 hours. */
const forHalfADay = (login: logins.KnownLogin): logins.KnownLogin => ({ ...login, lifetime: Duration.hours(12) });

function define(
  scope: Construct,
  id: string,
  props: registry.RegistryPullSecretProps,
  required: readonly string[],
  login: () => logins.KnownLogin,
): PullSecret {
  const wanted = required.map((name) => [name, name === 'token' ? A_SECRET_VALUE : true] as const);
  requireProps(pathIn(scope, id), props, Object.fromEntries(wanted));
  const { provider, dependsOn, projectId, importId, tokenExpiresAt } = props;
  const { server, username, secretUsername, password, lifetime, problems } = login();
  return new PullSecret(scope, id, {
    ...{ provider, dependsOn, projectId, importId, ...timeoutsOf(props) },
    ...{ server, username, secretUsername, password },
    passwordExpiresAt: tokenExpiresAt,
    passwordLifetime: lifetime,
    _problems: problems,
  });
}
