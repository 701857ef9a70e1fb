import type {
  AcrCredentials,
  ArtifactRegistryCredentials,
  GitLabCredentials,
  IbmCredentials,
} from './registry-credentials';
import type { ResourceProps } from './resource-props';
import type { SecretValue } from './secret-value';

/** Props that the pull secrets of all known registries share. */
export interface RegistryPullSecretProps extends ResourceProps {
  /**
   * Expiry of the token or key (RFC 3339, such as `2026-03-01T12:00:00Z`). Terraform warns when it is near or past.
   *
   * @default - the token or key does not expire, or its expiry is unknown
   */
  readonly tokenExpiresAt?: string;
}

/** Props of a pull secret for a registry whose user name is fixed or follows from the other props. */
export interface TokenPullSecretProps extends RegistryPullSecretProps {
  /** Token, key or password that the registry issued. Prefer one that can only pull. */
  readonly token: SecretValue;
}

/** Props of a pull secret for a registry with a fixed server and its own users. */
export interface UserPullSecretProps extends TokenPullSecretProps {
  /** User, account or organization that the token belongs to. */
  readonly username: string;
}

/** Props of a pull secret for any registry; the server is normalized to the form that clients look for. */
export interface GenericPullSecretProps extends UserPullSecretProps {
  /** The registry: a host with an optional port and a path, or its URL. */
  readonly server: string;
}

/** Props of a pull secret for the GitHub container registry. */
export interface GhcrPullSecretProps extends RegistryPullSecretProps {
  /** GitHub login that the token belongs to. */
  readonly username: string;

  /** Classic personal access token with `read:packages`; the registry does not accept fine-grained ones. */
  readonly token: SecretValue;
}

/** Props of a pull secret for a private Amazon ECR registry. */
export interface EcrPullSecretProps extends TokenPullSecretProps {
  /** AWS account of the registry: 12 digits. It must be the account of the image. */
  readonly accountId: string;

  /** AWS region of the registry, such as `eu-central-1`. It must be the region of the image. */
  readonly region: string;
}

/** Props of a pull secret for the Google Artifact Registry. */
export interface ArtifactRegistryPullSecretProps extends RegistryPullSecretProps {
  /** Location of the registry, such as `europe-west1` or `us`; or a full host, such as `eu.gcr.io`. */
  readonly location: string;

  /** Key file of a service account, or an access token. */
  readonly credentials: ArtifactRegistryCredentials;
}

/** Props of a pull secret for an Azure container registry. */
export interface AcrPullSecretProps extends RegistryPullSecretProps {
  /** Name of the registry, such as `contoso`, or its full host, such as `contoso.azurecr.io`. */
  readonly registryName: string;

  /** Credentials of the token, service principal or admin user. */
  readonly credentials: AcrCredentials;
}

/** Props of a pull secret for a GitLab registry. */
export interface GitLabPullSecretProps extends RegistryPullSecretProps {
  /**
   * Host of the registry.
   *
   * @default registry.gitlab.com
   */
  readonly host?: string;

  /** A deploy token or an access token. */
  readonly credentials: GitLabCredentials;
}

/** Props of a pull secret for a robot account of Quay. */
export interface QuayPullSecretProps extends TokenPullSecretProps {
  /** Organization or user that the robot belongs to. */
  readonly organization: string;

  /** Name of the robot, without the organization. */
  readonly robotName: string;

  /**
   * Host of the registry.
   *
   * @default quay.io
   */
  readonly host?: string;
}

/** Props of a pull secret for a robot account of Harbor. */
export interface HarborPullSecretProps extends TokenPullSecretProps {
  /** Host of the registry. */
  readonly host: string;

  /** Name of the robot, without prefix and project. */
  readonly robotName: string;

  /**
   * Project that the robot belongs to.
   *
   * @default - a system-wide robot
   */
  readonly projectName?: string;

  /**
   * Prefix of robot names in this Harbor.
   *
   * @default robot$
   */
  readonly robotPrefix?: string;
}

/** Props of a pull secret for the Scaleway registry. */
export interface ScalewayPullSecretProps extends TokenPullSecretProps {
  /** Region of the registry, such as `fr-par`. */
  readonly region: string;

  /**
   * Namespace of the registry.
   *
   * @default - all namespaces of the region
   */
  readonly namespace?: string;
}

/** Props of a pull secret for the IBM Cloud registry. */
export interface IbmPullSecretProps extends RegistryPullSecretProps {
  /**
   * Host of the registry, such as `us.icr.io` or `de.icr.io`.
   *
   * @default icr.io
   */
  readonly host?: string;

  /** An API key or a bearer token. */
  readonly credentials: IbmCredentials;
}

/** Props of a pull secret for the Oracle Cloud registry. */
export interface OraclePullSecretProps extends TokenPullSecretProps {
  /** Key of the region, such as `fra` or `iad`. */
  readonly regionKey: string;

  /** Object storage namespace of the tenancy. */
  readonly namespace: string;

  /** User that the auth token belongs to. */
  readonly username: string;

  /**
   * Identity domain of a federated user.
   *
   * @default - a local user
   */
  readonly domain?: string;
}
