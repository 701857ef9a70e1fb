import {
  appendedUserAgent,
  between,
  bool,
  type Diagnostics,
  duration,
  int64,
  LONGEST_MS,
  lengthAtLeast,
  type Model,
  map,
  oneOf,
  type Planned,
  parseDuration,
  path,
  type Schema,
  string,
  type Variables,
  withEnvironment,
} from '../../framework';
import { LOST_CREATES } from '../client/settings';
import { S3_ADDRESSINGS } from '../formats/s3-endpoint';
import { certificates, readCertificates } from './certificates';
import { checkBaseUrl, checkConnecting, checkS3Endpoint } from './check-addresses';
import { DEFAULTS } from './defaults';
import { httpHeaders } from './headers';
import { readTokenSetting } from './token-setting';
import { ENVIRONMENT_PREFIX, variableOf } from './variables';

/** The schema of the provider block. An argument that is not set, of the token neither, is read from `COFFER_` plus its name in capitals (P31). */
export const settingsSchema = {
  description:
    'Manages key/value secrets, pull secrets, S3 buckets and access keys of a secrets and S3 storage service. ' +
    'Every argument can also be given by an environment variable: its name in capitals after `COFFER_`, such as `COFFER_TOKEN`.',
  attributes: {
    base_url: string({
      optional: true,
      description:
        'Where the service is, such as `https://api.example.com/v1`. `COFFER_BASE_URL`. With `COFFER_REQUIRE_EMULATOR=1` in the environment, any address ' +
        "but an emulator's is an error.",
    }),
    token: string({
      optional: true,
      sensitive: true,
      description: 'Access token, sent as `Authorization: Bearer …`. `COFFER_TOKEN`.',
      validators: [lengthAtLeast(1)],
    }),
    token_file: string({
      optional: true,
      description:
        'Path of a file with the token, instead of `token`. The provider reads it again after a 401 and, if the token is a JWT, before it ' +
        'expires. A relative path starts at the folder that Terraform runs in. `COFFER_TOKEN_FILE`. Only the environment can name a ' +
        'command that prints the token: `COFFER_TOKEN_COMMAND`, a JSON array of the program and its arguments.',
      validators: [lengthAtLeast(1)],
    }),
    headers: map({
      elementType: 'string',
      optional: true,
      sensitive: true,
      description:
        'HTTP headers to send with each request to `base_url`, such as headers that a gateway in front of the service requires. ' +
        'Not sent to S3 endpoints. `COFFER_HEADERS`, as a JSON object.',
      validators: [httpHeaders()],
    }),
    project_id: string({
      optional: true,
      description: 'Project of every resource that does not name its own. `COFFER_PROJECT_ID`.',
      validators: [lengthAtLeast(1)],
    }),
    request_timeout: string({
      optional: true,
      description: `Time limit for one request, such as \`45s\`. Default \`${DEFAULTS.request_timeout}\`. \`COFFER_REQUEST_TIMEOUT\`.`,
      validators: [duration(1)],
    }),
    max_retries: int64({
      optional: true,
      description: `How many times a retryable request is sent again; half as many if no server listens, ten times as many after a 429. Default ${DEFAULTS.max_retries}. \`COFFER_MAX_RETRIES\`.`,
      validators: [between(0, 100)],
    }),
    retry_wait_min: string({
      optional: true,
      description: `Shortest wait before a retry, unless the service asks for another wait. Default \`${DEFAULTS.retry_wait_min}\`. \`COFFER_RETRY_WAIT_MIN\`.`,
      validators: [duration()],
    }),
    retry_wait_max: string({
      optional: true,
      description: `Longest wait before a retry, unless the service asks for another wait. Default \`${DEFAULTS.retry_wait_max}\`. \`COFFER_RETRY_WAIT_MAX\`.`,
      validators: [duration()],
    }),
    max_concurrent_requests: int64({
      optional: true,
      description: `Maximum number of requests at the same time to the service, and to S3 for each bucket. Default ${DEFAULTS.max_concurrent_requests}. \`COFFER_MAX_CONCURRENT_REQUESTS\`.`,
      validators: [between(1, 1000)],
    }),
    ca_cert_pem: string({
      optional: true,
      description:
        'Certificates of authorities to trust in addition to the certificates of the machine, in PEM: the text itself, such as `file("ca.pem")`. ' +
        '`COFFER_CA_CERT_PEM`.',
      validators: [certificates()],
    }),
    ca_cert_file: string({
      optional: true,
      description: 'Path of a file with such certificates, in PEM. Both arguments may be set. `COFFER_CA_CERT_FILE`.',
      validators: [lengthAtLeast(1)],
    }),
    pull_secret_api: string({
      optional: true,
      description:
        `What the service offers for pull secrets: \`${DEFAULTS.pull_secret_api}\` (default), as its interface shows, or \`full\`, ` +
        'with list, update and delete. `COFFER_PULL_SECRET_API`.',
      validators: [oneOf('create_only', 'full')],
    }),
    lost_creates: string({
      optional: true,
      description:
        `How to treat an object that is found after the response to a create was lost: \`${DEFAULTS.lost_creates}\` (default) takes a secret, bucket or ` +
        'listed pull secret with a warning; `report` makes it an error with an import block; both leave an access key that may be somebody ' +
        "else's, named in a warning; `sole_writer` says that nobody else writes to the project, so that secrets, buckets and pull secrets are taken without " +
        'a warning, and keys whose secret half is lost are deleted. `COFFER_LOST_CREATES`.',
      validators: [oneOf(...LOST_CREATES)],
    }),
    fingerprint_key: string({
      optional: true,
      sensitive: true,
      description:
        'Key of the fingerprints by which `change_detection = "fingerprint"` finds a changed value: a long random text, kept ' +
        'like a password and never in state. A new key sends every value once. `COFFER_FINGERPRINT_KEY`.',
      validators: [lengthAtLeast(1)],
    }),
    deletion_protection: bool({
      optional: true,
      description:
        'Whether buckets and secrets that do not say so themselves (`deletion_protection`) are protected from being destroyed. ' +
        'Default false. `COFFER_DELETION_PROTECTION`.',
    }),
    s3_region: string({
      optional: true,
      description:
        'Region for the signatures of S3 requests by the provider, which `store_in` also writes together with an access key. ' +
        `Default \`${DEFAULTS.s3_region}\`. \`COFFER_S3_REGION\`.`,
      validators: [lengthAtLeast(1)],
    }),
    s3_endpoint: string({
      optional: true,
      description:
        'Where the provider reaches S3 to look into buckets and to empty them, such as `https://s3.internal.example`, instead of the ' +
        '`endpoint` of each bucket. Attributes and `store_in` keep the address that the service gives. `COFFER_S3_ENDPOINT`.',
      validators: [lengthAtLeast(1)],
    }),
    s3_addressing: string({
      optional: true,
      description: `How these requests name the bucket: \`${DEFAULTS.s3_addressing}\` (default) as the first part of the path, \`virtual\` before the host. \`COFFER_S3_ADDRESSING\`.`,
      validators: [oneOf(...S3_ADDRESSINGS)],
    }),
    skip_registry_validation: bool({
      optional: true,
      description:
        'Turns off the checks of pull secrets against the rules of known registries. Default false. `COFFER_SKIP_REGISTRY_VALIDATION`.',
    }),
    list_confirmation: string({
      optional: true,
      description:
        'How long an object may be missing from lists before it counts as gone, such as `10s`: two further lists, a quarter of ' +
        `this time later and at its end, must agree. \`0s\` trusts the first list. Default \`${DEFAULTS.list_confirmation}\`. \`COFFER_LIST_CONFIRMATION\`.`,
      validators: [duration()],
    }),
    trust_lists: bool({
      optional: true,
      description:
        'Treats a list as complete although it shows signs of more that the provider cannot follow: a warning instead of an error. ' +
        'Default false. `COFFER_TRUST_LISTS`.',
    }),
    allow_foreign_project: bool({
      optional: true,
      description:
        'Treats objects as gone although everything that the service lists belongs to another project: a warning instead of an ' +
        'error. Default false. `COFFER_ALLOW_FOREIGN_PROJECT`.',
    }),
    allow_insecure_http: bool({
      optional: true,
      description:
        'Allows a `base_url` with plain `http://` to a host that is not loopback. The token then travels in clear text. ' +
        'Default false. `COFFER_ALLOW_INSECURE_HTTP`.',
    }),
  },
} satisfies Schema;

/** The provider block: null for each argument that it leaves out. */
export type Config = Model<typeof settingsSchema>;

/** Reports what is wrong with the two addresses whatever the environment and unknown arguments say: an argument that is null may be set there. */
export function validateSettings(config: Planned<Config>, diagnostics: Diagnostics): void {
  const { base_url: url, allow_insecure_http: allowInsecure, s3_endpoint: s3Endpoint } = config;
  if (typeof url === 'string')
    checkBaseUrl(url, { given: 'base_url', allowInsecure: allowInsecure !== false }, diagnostics);
  if (typeof s3Endpoint === 'string') {
    const addressing = config.s3_addressing === 'virtual' ? 'virtual' : undefined;
    checkS3Endpoint(s3Endpoint, { given: 's3_endpoint', addressing }, diagnostics);
  }
}

/** The settings of a connection. `token` is where it comes from, `ClientSettings` has the client's, others are the argument of that name. */
export type Settings = NonNullable<ReturnType<typeof readSettings>>;

/**
 * Reads the settings from the configuration, or else, for what is null there, the environment, and the file of `ca_cert_file`; also checks
 * TF_APPEND_USER_AGENT, and the variables of proxies and trust stores. Fills in `DEFAULTS`; a longer time than a timer can wait is that longest
 * one, 24.8 days. Runs no command and sends nothing. Reports all errors; undefined if `diagnostics` has any, an earlier one included.
 */
export function readSettings(config: Config, env: Variables, diagnostics: Diagnostics) {
  const values = withEnvironment(settingsSchema, ENVIRONMENT_PREFIX, config, env, diagnostics);
  if (values.base_url === null) {
    const detail = `Set base_url in the provider block, or the environment variable ${variableOf('base_url')}.`;
    diagnostics.error('Missing base_url', detail, path('base_url'));
  }
  const token = readTokenSetting(config, env, diagnostics);
  const placeOf = (name: keyof Config) => (config[name] === null ? variableOf(name) : name);
  const url = { given: placeOf('base_url'), allowInsecure: values.allow_insecure_http === true };
  const baseUrl = values.base_url === null ? undefined : checkBaseUrl(values.base_url, url, diagnostics);
  const s3Addressing = values.s3_addressing ?? DEFAULTS.s3_addressing;
  const s3 = { given: placeOf('s3_endpoint'), addressing: s3Addressing };
  const s3Endpoint = values.s3_endpoint === null ? undefined : checkS3Endpoint(values.s3_endpoint, s3, diagnostics);
  const file = values.ca_cert_file;
  const caCertOfFile = file === null ? undefined : readCertificates(file, path('ca_cert_file'), diagnostics);
  checkConnecting(baseUrl, s3Endpoint, env, diagnostics);
  const userAgentSuffix = appendedUserAgent(env, diagnostics);
  const ms = (name: 'request_timeout' | 'retry_wait_min' | 'retry_wait_max' | 'list_confirmation') =>
    Math.min(parseDuration(values[name] ?? DEFAULTS[name]) ?? Number.NaN, LONGEST_MS);
  const [retryWaitMinMs, retryWaitMaxMs] = [ms('retry_wait_min'), ms('retry_wait_max')];
  if (retryWaitMinMs > retryWaitMaxMs) {
    const [min, max] = [`${retryWaitMinMs}ms`, `${retryWaitMaxMs}ms`];
    const detail =
      `retry_wait_min (now ${min}) must not be longer than retry_wait_max (now ${max}). ` +
      'Lower retry_wait_min or raise retry_wait_max, here or in the environment. Their defaults are ' +
      `${DEFAULTS.retry_wait_min} and ${DEFAULTS.retry_wait_max}.`;
    diagnostics.error('Invalid value', detail, path('retry_wait_min'));
  }
  if (!baseUrl || !token || diagnostics.hasErrors) return undefined;
  return {
    baseUrl,
    token,
    headers: Object.fromEntries(
      Object.entries(values.headers ?? {}).filter((one): one is [string, string] => one[1] !== null),
    ),
    userAgentSuffix,
    projectId: values.project_id ?? undefined,
    requestTimeoutMs: ms('request_timeout'),
    maxRetries: Number(values.max_retries ?? DEFAULTS.max_retries),
    retryWaitMinMs,
    retryWaitMaxMs,
    maxConcurrentRequests: Number(values.max_concurrent_requests ?? DEFAULTS.max_concurrent_requests),
    caCertPem: [values.ca_cert_pem, caCertOfFile].filter(Boolean).join('\n') || undefined,
    pullSecretApi: values.pull_secret_api ?? DEFAULTS.pull_secret_api,
    lostCreates: values.lost_creates ?? DEFAULTS.lost_creates,
    skipRegistryValidation: values.skip_registry_validation === true,
    deletionProtection: values.deletion_protection === true,
    s3Region: values.s3_region ?? DEFAULTS.s3_region,
    s3Endpoint,
    s3Addressing,
    fingerprintKey: values.fingerprint_key ?? undefined,
    listConfirmationMs: ms('list_confirmation'),
    trustLists: values.trust_lists === true,
    allowForeignProject: values.allow_foreign_project === true,
  };
}
