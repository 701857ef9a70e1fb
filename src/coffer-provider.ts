import type { IResolvable } from 'cdktf';
import type { Construct } from 'constructs';
import type { Duration } from './duration';
import * as l1 from './l1';
import { providerAttributesOf } from './private/code/attributes';
import { checkStackOf } from './private/code/tree';
import { runPoliciesAbove } from './private/policies/policy-check';
import { A_SECRET_VALUE, oneOf, pathIn, refuse, requireProps } from './private/props/checks';
import { isTakenAway } from './private/resources/removal';
import { checkProviders } from './private/resources/stack-checks';
import type { SecretValue } from './secret-value';

/** Operations that the service offers for pull secrets. */
export enum PullSecretApi {
  /** Create only, as in the public API of the service. */
  CREATE_ONLY = 'create_only',
  /** Also list, update and delete. */
  FULL = 'full',
}

/** How to treat an object that is found after the response to its create was lost. */
export enum LostCreates {
  /** A secret, bucket or listed pull secret is adopted, with a warning. An access key stays at the service and is named in the warning. */
  ADOPT = 'adopt',
  /** It is an error that contains an `import` block. */
  REPORT = 'report',
  /** Nobody else writes to the project: the object is adopted without a warning. An access key whose secret half is lost is deleted. */
  SOLE_WRITER = 'sole_writer',
}

/** Position of the bucket name in the URL of an S3 request. */
export enum S3Addressing {
  /** `https://HOST/BUCKET` */
  PATH = 'path',
  /** `https://BUCKET.HOST` */
  VIRTUAL = 'virtual',
}

/** Props of the provider. Each can also be set by an environment variable when Terraform runs, such as `COFFER_TOKEN`. */
export interface CofferProviderProps {
  /**
   * Name of this provider if a stack has several; resources then select it with `provider`.
   *
   * @default - resources use this provider unless they name another one
   */
  readonly alias?: string;

  /**
   * URL of the service, such as `https://api.example.com/v1`.
   *
   * @default - `COFFER_BASE_URL`
   */
  readonly baseUrl?: string;

  /**
   * Access token.
   *
   * @default - `COFFER_TOKEN`
   */
  readonly token?: SecretValue;

  /**
   * Path of a file with the access token, on the machine where Terraform runs. The file is read again when the token has expired.
   *
   * @default - `COFFER_TOKEN_FILE`, or `COFFER_TOKEN_COMMAND`, which can only be set in the environment
   */
  readonly tokenFile?: string;

  /**
   * HTTP headers by name, sent with each request to `baseUrl`, for example those that a gateway in front of the service requires.
   *
   * @default - `COFFER_HEADERS`, a JSON object
   */
  readonly headers?: { readonly [name: string]: SecretValue };

  /**
   * Project of every resource that does not set its own.
   *
   * @default - `COFFER_PROJECT_ID`
   */
  readonly projectId?: string;

  /**
   * Allows a `baseUrl` with plain `http://` to a host that is not loopback. The token is then sent in clear text.
   *
   * @default false
   */
  readonly allowInsecureHttp?: boolean | IResolvable;

  /**
   * Certificate authorities to trust in addition to those of the machine, in PEM.
   *
   * @default - `COFFER_CA_CERT_PEM`
   */
  readonly caCertPem?: string;

  /**
   * Path of a file with such certificates, in PEM, on the machine where Terraform runs.
   *
   * @default - `COFFER_CA_CERT_FILE`
   */
  readonly caCertFile?: string;

  /**
   * Maximum number of concurrent requests, at least 1.
   *
   * @default 16
   */
  readonly maxConcurrentRequests?: number;

  /**
   * Maximum number of retries of a retryable request. After a 429 it is ten times that number.
   *
   * @default 4
   */
  readonly maxRetries?: number;

  /**
   * Time limit of one request.
   *
   * @default - 30 seconds
   */
  readonly requestTimeout?: Duration;

  /**
   * Shortest wait before a retry.
   *
   * @default - 500 milliseconds
   */
  readonly retryWaitMin?: Duration;

  /**
   * Longest wait before a retry.
   *
   * @default - 30 seconds
   */
  readonly retryWaitMax?: Duration;

  /**
   * Operations that the service offers for pull secrets.
   *
   * @default PullSecretApi.CREATE_ONLY
   */
  readonly pullSecretApi?: PullSecretApi;

  /**
   * How to treat an object that is found after the response to its create was lost.
   *
   * @default LostCreates.ADOPT
   */
  readonly lostCreates?: LostCreates;

  /**
   * Key of the fingerprints of `ChangeDetection.FINGERPRINT`: any text that stays the same. If it changes, those values are sent again.
   *
   * @default - `COFFER_FINGERPRINT_KEY`, or else fingerprints that take longer to compute
   */
  readonly fingerprintKey?: SecretValue;

  /**
   * Whether buckets and secrets without their own `deletionProtection` are protected from being destroyed.
   *
   * @default false
   */
  readonly deletionProtection?: boolean | IResolvable;

  /**
   * Region written with the credentials of a key that is stored as JSON or dotenv text.
   *
   * @default us-east-1
   */
  readonly s3Region?: string;

  /**
   * S3 endpoint through which the provider lists and empties buckets, instead of the endpoint of each bucket.
   *
   * @default - `COFFER_S3_ENDPOINT`, or else the endpoint that the service returns for each bucket
   */
  readonly s3Endpoint?: string;

  /**
   * How the provider's S3 requests address the bucket.
   *
   * @default S3Addressing.PATH
   */
  readonly s3Addressing?: S3Addressing;

  /**
   * Switches off the checks of pull secrets' registries when Terraform plans, such as that of a user name which a registry fixes.
   * The checks by the factories of `PullSecret` at synthesis stay on.
   *
   * @default false
   */
  readonly skipRegistryValidation?: boolean | IResolvable;

  /**
   * How long an object may be missing from lists before it counts as gone. With zero, the first list decides.
   *
   * @default - 4 seconds
   */
  readonly listConfirmation?: Duration;

  /**
   * Accepts a list as complete despite signs of further entries that the provider cannot fetch.
   *
   * @default false
   */
  readonly trustLists?: boolean | IResolvable;

  /**
   * Treats objects as gone even if everything that the service lists belongs to another project.
   *
   * @default false
   */
  readonly allowForeignProject?: boolean | IResolvable;
}

/**
 * The connection to the service. A provider without an alias serves every resource of its stack that does not name another one.
 *
 * @exampleMetadata fixture=stack
 * @example
 * new CofferProvider(stack, 'coffer'); // address, token and project come from COFFER_BASE_URL, COFFER_TOKEN and COFFER_PROJECT_ID
 *
 * const staging = new CofferProvider(stack, 'coffer_staging', {
 *   alias: 'staging',
 *   projectId: 'staging',
 *   requestTimeout: Duration.seconds(10),
 * });
 * new Bucket(stack, 'StagingAssets', { maxSize: Size.gibibytes(1), provider: staging });
 */
export class CofferProvider extends l1.CofferProvider {
  /** Defines a provider. */
  public constructor(scope: Construct, id: string, props: CofferProviderProps = {}) {
    const { token, headers, fingerprintKey, ...others } = props;
    requireProps(pathIn(scope, id), props, {
      ...(token !== undefined && { token: A_SECRET_VALUE }),
      ...(fingerprintKey !== undefined && { fingerprintKey: A_SECRET_VALUE }),
    });
    const wanted = mapValues(headers ?? {}, () => A_SECRET_VALUE);
    requireProps(pathIn(scope, id), headers, wanted);
    const { requestTimeout, retryWaitMin, retryWaitMax, listConfirmation, ...rest } = others;
    super(scope, id, {
      ...rest,
      requestTimeout: requestTimeout?.toString(),
      retryWaitMin: retryWaitMin?.toString(),
      retryWaitMax: retryWaitMax?.toString(),
      listConfirmation: listConfirmation?.toString(),
    });
    runPoliciesAbove(this);
    checkStackOf(this, checkProviders);
    if (props.deletionProtection === true) this.node.addValidation({ validate: () => this.unprotected() });
    if (token) this.token = token._expose(this);
    if (headers) this.headers = mapValues(headers, (value) => value._expose(this));
    if (fingerprintKey) this.fingerprintKey = fingerprintKey._expose(this);
    refuse(this, [
      token !== undefined && props.tokenFile !== undefined
        ? 'only one of "token" and "tokenFile" can be given'
        : undefined,
      oneOf('pullSecretApi', props.pullSecretApi, PullSecretApi),
      oneOf('lostCreates', props.lostCreates, LostCreates),
      oneOf('s3Addressing', props.s3Addressing, S3Addressing),
    ]);
  }

  private unprotected(): string[] {
    if (!isTakenAway(providerAttributesOf(this) ?? {})) return [];
    return [
      `CofferProvider "${this.node.path}" has "deletionProtection", but is changed to have none: remove one of them`,
    ];
  }
}

const mapValues = <V, R>(values: Readonly<Record<string, V>>, change: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
