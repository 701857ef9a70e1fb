import { Duration } from './duration';
import type { RegistryLogin } from './private/registries/registry-checks';
import type { SecretValue } from './secret-value';

/**
 * Credentials for the Google Artifact Registry: one of its three special users, each of which belongs to one kind of password.
 *
 * @exampleMetadata fixture=stack
 * @example
 * PullSecret.forArtifactRegistry(stack, 'ArtifactRegistry', {
 *   location: 'europe-west1',
 *   credentials: ArtifactRegistryCredentials.jsonKeyBase64(SecretValue.fromVariable(stack, 'key_file')),
 * });
 */
export class ArtifactRegistryCredentials {
  /**
   * The key file of a service account, as plain JSON. Valid until revoked. Prefer `jsonKeyBase64`, which has no line breaks to lose.
   *
   * @param key text of the key file
   */
  public static jsonKey(key: SecretValue): ArtifactRegistryCredentials {
    return new ArtifactRegistryCredentials({ username: '_json_key', password: key });
  }

  /**
   * The key file of a service account, in base64. Valid until revoked.
   *
   * @param key base64 of the key file
   */
  public static jsonKeyBase64(key: SecretValue): ArtifactRegistryCredentials {
    return new ArtifactRegistryCredentials({ username: '_json_key_base64', password: key });
  }

  /**
   * An OAuth access token. It expires after 60 minutes, so it suits tests rather than production.
   *
   * @param token the access token
   */
  public static accessToken(token: SecretValue): ArtifactRegistryCredentials {
    return new ArtifactRegistryCredentials({
      username: 'oauth2accesstoken',
      password: token,
      lifetime: Duration.minutes(60),
    });
  }

  private constructor(
    /** @internal */
    public readonly _login: RegistryLogin,
  ) {}
}

/**
 * Credentials for an Azure container registry.
 *
 * @exampleMetadata fixture=stack
 * @example
 * PullSecret.forAcr(stack, 'Acr', {
 *   registryName: 'contoso',
 *   credentials: AcrCredentials.token('puller', SecretValue.fromVariable(stack, 'acr_password')),
 * });
 */
export class AcrCredentials {
  /**
   * A refresh token of Microsoft Entra, with the user name that the registry fixes for it. It expires after 3 hours.
   *
   * @param token the refresh token
   */
  public static entraToken(token: SecretValue): AcrCredentials {
    return new AcrCredentials({
      username: '00000000-0000-0000-0000-000000000000',
      password: token,
      lifetime: Duration.hours(3),
    });
  }

  /**
   * A service principal. Its secret expires on the date set for it.
   *
   * @param appId application id of the service principal
   * @param secret client secret
   */
  public static servicePrincipal(appId: string, secret: SecretValue): AcrCredentials {
    return new AcrCredentials({ username: appId, password: secret });
  }

  /**
   * A token of the registry with a scope map. Its passwords expire on the date set for them, if any.
   *
   * @param tokenName name of the token
   * @param password one of its two passwords
   */
  public static token(tokenName: string, password: SecretValue): AcrCredentials {
    return new AcrCredentials({ username: tokenName, password });
  }

  /**
   * The admin user, whose name is that of the registry. It may also push and delete, so prefer a token.
   *
   * @param password one of the two admin passwords
   */
  public static admin(password: SecretValue): AcrCredentials {
    return new AcrCredentials({ password });
  }

  private constructor(
    /** @internal */
    public readonly _login: RegistryLogin,
  ) {}
}

/**
 * Credentials for a GitLab registry.
 *
 * @exampleMetadata fixture=stack
 * @example
 * PullSecret.forGitLab(stack, 'GitLab', {
 *   credentials: GitLabCredentials.deployToken(
 *     'gitlab+deploy-token-1',
 *     SecretValue.fromVariable(stack, 'deploy_token'),
 *   ),
 * });
 */
export class GitLabCredentials {
  /**
   * A deploy token with `read_registry`. It can only pull, so it is the best choice.
   *
   * @param username user name of the deploy token, such as `gitlab+deploy-token-1`
   * @param token the deploy token
   */
  public static deployToken(username: string, token: SecretValue): GitLabCredentials {
    return new GitLabCredentials({ username, password: token });
  }

  /**
   * A personal, group or project access token with `read_registry`. The registry refuses a password of a user with two-factor login.
   *
   * @param username user name that the token belongs to
   * @param token the access token
   */
  public static accessToken(username: string, token: SecretValue): GitLabCredentials {
    return new GitLabCredentials({ username, password: token });
  }

  private constructor(
    /** @internal */
    public readonly _login: RegistryLogin,
  ) {}
}

/**
 * Credentials for the IBM Cloud registry.
 *
 * @exampleMetadata fixture=stack
 * @example
 * PullSecret.forIbm(stack, 'Ibm', {
 *   host: 'de.icr.io',
 *   credentials: IbmCredentials.apiKey(SecretValue.fromVariable(stack, 'ibm_api_key')),
 * });
 */
export class IbmCredentials {
  /**
   * An API key, preferably of a service id. Valid until revoked.
   *
   * @param apiKey the API key
   */
  public static apiKey(apiKey: SecretValue): IbmCredentials {
    return new IbmCredentials({ username: 'iamapikey', password: apiKey });
  }

  /**
   * An IAM bearer token. It expires after about an hour.
   *
   * @param token the bearer token
   */
  public static bearerToken(token: SecretValue): IbmCredentials {
    return new IbmCredentials({ username: 'iambearer', password: token, lifetime: Duration.minutes(60) });
  }

  private constructor(
    /** @internal */
    public readonly _login: RegistryLogin,
  ) {}
}
