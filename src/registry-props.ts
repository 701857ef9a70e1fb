import type {
  AcrCredentials,
  ArtifactRegistryCredentials,
  GitLabCredentials,
  IbmCredentials,
} from './registry-credentials';
import type { ResourceProps } from './resource-props';
import type { SecretValue } from './secret-value';

/** What the pull secret of every known registry takes. */
export interface RegistryPullSecretProps extends ResourceProps {
  /**
   * When the token or key ends (RFC 3339, such as `2026-03-01T12:00:00Z`). Terraform warns when that is near or past.
   *
   * @default - it does not end, or nobody knows when
   */
  readonly tokenExpiresAt?: string;
}

/** Props of a pull secret for a registry whose user name is fixed or follows from the other props. */
export interface TokenPullSecretProps extends RegistryPullSecretProps {
  /** Token, key or password that the registry issued. Prefer one that can only pull. */
  readonly token: SecretValue;
}

/** Props of a pull secret for a registry with a fixed server and users of its own. */
export interface UserPullSecretProps extends TokenPullSecretProps {
  /** User, account or organization that the token belongs to. */
  readonly username: string;
}

/** Props of a pull secret for any registry, whose server is brought into the form that clients look for. */
export interface GenericPullSecretProps extends UserPullSecretProps {
  /** The registry: a host, perhaps with a port, or its URL. */
  readonly server: string;
}

/** Props of a pull secret for the GitHub container registry. */
export interface GhcrPullSecretProps extends RegistryPullSecretProps {
  /** GitHub login that the token belongs to. */
  readonly username: string;

  /** Classic personal access token with `read:packages`; the registry takes no fine-grained ones. */
  readonly token: SecretValue;
}

/** Props of a pull secret for a private Amazon ECR registry. */
export interface EcrPullSecretProps extends TokenPullSecretProps {
  /** AWS account of the registry: 12 digits. It must be that of the image. */
  readonly accountId: string;

  /** AWS region of the registry, such as `eu-central-1`. It must be that of the image. */
  readonly region: string;
}

/** Props of a pull secret for the Google Artifact Registry. */
export interface ArtifactRegistryPullSecretProps extends RegistryPullSecretProps {
  /** Location of the registry, such as `europe-west1` or `us`; or a whole host, such as `eu.gcr.io`. */
  readonly location: string;

  /** Key file of a service account, or an access token. */
  readonly credentials: ArtifactRegistryCredentials;
}

/** Props of a pull secret for an Azure container registry. */
export interface AcrPullSecretProps extends RegistryPullSecretProps {
  /** Name of the registry, such as `contoso`, or its whole host, such as `contoso.azurecr.io`. */
  readonly registryName: string;

  /** Who logs in. */
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

  /** Deploy token, or an access token. */
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
   * @default - a robot of the whole system
   */
  readonly projectName?: string;

  /**
   * What this Harbor puts before the names of robots.
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

  /** API key, or a bearer token. */
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
   * @default - the user is a local one
   */
  readonly domain?: string;
}
