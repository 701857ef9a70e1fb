import type { Construct } from 'constructs';
import type { Duration } from './duration';
import * as l1 from './l1';
import { ifKnown, notEmpty, refuse, wholeNumber } from './private/checks';
import { runPoliciesAbove } from './private/policies-above';
import { checkProviders } from './private/provider-check';
import { A_SECRET_VALUE, pathIn, requireProps, type Wanted } from './private/required';
import { checkStackOf } from './private/stack-checks';
import type { SecretValue } from './secret-value';

/** What the service offers for pull secrets. */
export enum PullSecretApi {
  /** Only to create them, as the interface of the service shows. */
  CREATE_ONLY = 'create_only',
  /** List, update and delete, too. */
  FULL = 'full',
}

/** How to treat an object that is found after the response to a create was lost. */
export enum LostCreates {
  /** A secret, bucket or listed pull secret is taken, with a warning. An access key stays and is named. */
  ADOPT = 'adopt',
  /** It is an error that holds an `import` block. */
  REPORT = 'report',
  /** Nobody else writes to the project: it is taken without a warning; an access key whose secret half is lost is deleted. */
  SOLE_WRITER = 'sole_writer',
}

/** Where the name of a bucket stands in the address of a request to S3. */
export enum S3Addressing {
  /** `https://HOST/BUCKET` */
  PATH = 'path',
  /** `https://BUCKET.HOST` */
  VIRTUAL = 'virtual',
}

/** Props of the provider. Everything can also be given by an environment variable when Terraform runs, such as `COFFER_TOKEN`. */
export interface CofferProviderProps {
  /**
   * Name of this provider where a stack has several; resources then choose it with `provider`.
   *
   * @default - it is the one that resources use without being told
   */
  readonly alias?: string;

  /**
   * Where the service is, such as `https://api.example.com/v1`.
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
   * Path of a file that holds the access token, where Terraform runs. It is read again when the token has ended.
   *
   * @default - `COFFER_TOKEN_FILE`, or `COFFER_TOKEN_COMMAND`, which can be given by the environment only
   */
  readonly tokenFile?: string;

  /**
   * HTTP headers to send with each request to `baseUrl`, by their names, such as what a gateway in front of the service asks for.
   *
   * @default - `COFFER_HEADERS`, a JSON object
   */
  readonly headers?: { readonly [name: string]: SecretValue };

  /**
   * Project of every resource that does not name its own.
   *
   * @default - `COFFER_PROJECT_ID`
   */
  readonly projectId?: string;

  /**
   * Allows a `baseUrl` with plain `http://` to a host that is not loopback. The token then travels in clear text.
   *
   * @default false
   */
  readonly allowInsecureHttp?: boolean;

  /**
   * Certificate authorities to trust beside those of the machine, in PEM.
   *
   * @default - `COFFER_CA_CERT_PEM`
   */
  readonly caCertPem?: string;

  /**
   * Path of a file with such certificates, in PEM, where Terraform runs.
   *
   * @default - `COFFER_CA_CERT_FILE`
   */
  readonly caCertFile?: string;

  /**
   * Requests on their way at the same time, at least 1.
   *
   * @default 16
   */
  readonly maxConcurrentRequests?: number;

  /**
   * How often a request that may be repeated is sent again.
   *
   * @default 4
   */
  readonly maxRetries?: number;

  /**
   * Limit for one request.
   *
   * @default - 30 seconds
   */
  readonly requestTimeout?: Duration;

  /**
   * Shortest wait before a repetition.
   *
   * @default - 500 milliseconds
   */
  readonly retryWaitMin?: Duration;

  /**
   * Longest wait before a repetition.
   *
   * @default - 30 seconds
   */
  readonly retryWaitMax?: Duration;

  /**
   * What the service offers for pull secrets.
   *
   * @default PullSecretApi.CREATE_ONLY
   */
  readonly pullSecretApi?: PullSecretApi;

  /**
   * How to treat an object that is found after the response to a create was lost.
   *
   * @default LostCreates.ADOPT
   */
  readonly lostCreates?: LostCreates;

  /**
   * Key of the fingerprints of `ChangeDetection.FINGERPRINT`: any text that stays the same. A changed key sends those values again.
   *
   * @default - `COFFER_FINGERPRINT_KEY`, or else fingerprints that take longer to compute
   */
  readonly fingerprintKey?: SecretValue;

  /**
   * Whether buckets and secrets that do not say so themselves are protected from being destroyed.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;

  /**
   * Region that is written with the credentials of a key which is stored as JSON or dotenv text.
   *
   * @default us-east-1
   */
  readonly s3Region?: string;

  /**
   * Where the provider reaches S3 to look into buckets and to empty them, in place of the endpoint of each bucket.
   *
   * @default - `COFFER_S3_ENDPOINT`, or else what the service says of each bucket
   */
  readonly s3Endpoint?: string;

  /**
   * How these requests name the bucket.
   *
   * @default S3Addressing.PATH
   */
  readonly s3Addressing?: S3Addressing;

  /**
   * Switches off what is checked of the registries that pull secrets name, such as the user that a registry fixes, when Terraform
   * plans. What the factories of `PullSecret` check at synthesis stays on.
   *
   * @default false
   */
  readonly skipRegistryValidation?: boolean;

  /**
   * How long an object may be missing from lists before it counts as gone. Zero takes the first list at its word.
   *
   * @default - 4 seconds
   */
  readonly listConfirmation?: Duration;

  /**
   * Takes a list as whole although it shows signs of more that the provider cannot follow.
   *
   * @default false
   */
  readonly trustLists?: boolean;

  /**
   * Takes objects as gone although everything that the service lists belongs to another project.
   *
   * @default false
   */
  readonly allowForeignProject?: boolean;
}

/**
 * The connection to the service. One without an alias serves every resource of its stack that names no other.
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
    requireProps(pathIn(scope, id), props, {
      ...(props.token !== undefined && { token: A_SECRET_VALUE }),
      ...(props.fingerprintKey !== undefined && { fingerprintKey: A_SECRET_VALUE }),
    });
    requireProps(
      pathIn(scope, id),
      props.headers,
      mapValues(props.headers ?? {}, (): Wanted => A_SECRET_VALUE),
    );
    const { token, headers, fingerprintKey, ...others } = props;
    const { requestTimeout, retryWaitMin, retryWaitMax, listConfirmation, ...rest } = others;
    super(scope, id, {
      ...rest,
      ...(requestTimeout && { requestTimeout: requestTimeout.toString() }),
      ...(retryWaitMin && { retryWaitMin: retryWaitMin.toString() }),
      ...(retryWaitMax && { retryWaitMax: retryWaitMax.toString() }),
      ...(listConfirmation && { listConfirmation: listConfirmation.toString() }),
    });
    runPoliciesAbove(this);
    checkStackOf(this, checkProviders);
    if (token) this.token = token._expose(this);
    if (headers) this.headers = mapValues(headers, (value) => value._expose(this));
    if (fingerprintKey) this.fingerprintKey = fingerprintKey._expose(this);
    refuse(this, [
      notEmpty('alias', props.alias),
      ifKnown(props.baseUrl, (url) =>
        /^https?:\/\/[^/]/.test(url)
          ? undefined
          : `"baseUrl" must begin with https:// or http://, got ${JSON.stringify(url)}`,
      ),
      notEmpty('projectId', props.projectId),
      notEmpty('tokenFile', props.tokenFile),
      props.token !== undefined && props.tokenFile !== undefined
        ? 'only one of "token" and "tokenFile" can be given'
        : undefined,
      notEmpty('s3Region', props.s3Region),
      notEmpty('s3Endpoint', props.s3Endpoint),
      wholeNumber('maxConcurrentRequests', props.maxConcurrentRequests, 1),
      wholeNumber('maxRetries', props.maxRetries, 0),
    ]);
  }
}

const mapValues = <V, R>(values: Readonly<Record<string, V>>, change: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
