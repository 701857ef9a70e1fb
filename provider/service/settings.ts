import type { Diagnostics } from '../../framework/diagnostic';
import { LONGEST_MS, parseDuration } from '../../framework/duration';
import { fromEnvironment, type Variables } from '../../framework/from-environment';
import { type Path, path } from '../../framework/path';
import { bool, mapOfStrings, number, type Schema, string } from '../../framework/schema';
import { appendedUserAgent } from '../../framework/user-agent';
import { duration, notEmpty, oneOf, wholeNumber } from '../../framework/validators';
import { isNumber, isUnknown, isWhollyKnown, type ObjectValue, type Value } from '../../framework/value';
import { LOST_CREATES, type LostCreates } from '../client/settings';
import { S3_ADDRESSINGS, type S3Addressing } from '../formats/s3-endpoint';
import { checkBaseUrl, checkProxy, checkS3Endpoint, checkTrustStore } from './addresses';
import { certificates, readCertificates } from './certificates';
import { PULL_SECRET_APIS, type PullSecretApi } from './connection';
import { DEFAULTS } from './defaults';
import { httpHeaders } from './headers';
import { checkTokenArguments, readTokenSetting, type TokenSetting } from './token';
import { ENVIRONMENT_PREFIX, variableOf } from './variables';

/** The schema of the provider block. Each argument also has an environment variable of the same name (P31). */
export const settingsSchema = {
  description:
    'Manages key/value secrets, pull secrets, S3 buckets and access keys of a secrets and S3 storage service. ' +
    'Every argument can also be given by an environment variable: its name in capitals after `COFFER_`, such as `COFFER_TOKEN`.',
  attributes: {
    base_url: string({
      optional: true,
      description: 'Where the service is, such as `https://api.example.com/v1`. `COFFER_BASE_URL`.',
    }),
    token: string({
      optional: true,
      sensitive: true,
      description: 'Access token, sent as `Authorization: Bearer …`. `COFFER_TOKEN`.',
      validators: [notEmpty()],
    }),
    token_file: string({
      optional: true,
      description:
        'Path of a file that holds the token, in place of `token`. It is read again after a 401 and, where the token is a JWT, before that ' +
        'ends. A relative path begins at the folder that Terraform runs in. `COFFER_TOKEN_FILE`. A command that prints the token can be ' +
        'given by the environment only: `COFFER_TOKEN_COMMAND`, a JSON array of the program and its arguments.',
      validators: [notEmpty()],
    }),
    headers: mapOfStrings({
      optional: true,
      sensitive: true,
      description:
        'HTTP headers to send with each request to `base_url`, such as what a gateway in front of the service asks for. ' +
        'Not sent to S3 endpoints. `COFFER_HEADERS`, as a JSON object.',
      validators: [httpHeaders()],
    }),
    project_id: string({
      optional: true,
      description: 'Project of every resource that does not name its own. `COFFER_PROJECT_ID`.',
      validators: [notEmpty()],
    }),
    request_timeout: string({
      optional: true,
      description: `Limit for one request, such as \`45s\`. Default \`${DEFAULTS.request_timeout}\`. \`COFFER_REQUEST_TIMEOUT\`.`,
      validators: [duration(1)],
    }),
    max_retries: number({
      optional: true,
      description: `How often a request that may be repeated is sent again; ten times as often after a 429. Default ${DEFAULTS.max_retries}. \`COFFER_MAX_RETRIES\`.`,
      validators: [wholeNumber(0n, 100n)],
    }),
    retry_wait_min: string({
      optional: true,
      description: `Shortest wait before a repetition. Default \`${DEFAULTS.retry_wait_min}\`. \`COFFER_RETRY_WAIT_MIN\`.`,
      validators: [duration()],
    }),
    retry_wait_max: string({
      optional: true,
      description: `Longest wait before a repetition. Default \`${DEFAULTS.retry_wait_max}\`. \`COFFER_RETRY_WAIT_MAX\`.`,
      validators: [duration()],
    }),
    max_concurrent_requests: number({
      optional: true,
      description: `Requests on their way at the same time. Default ${DEFAULTS.max_concurrent_requests}. \`COFFER_MAX_CONCURRENT_REQUESTS\`.`,
      validators: [wholeNumber(1n, 1000n)],
    }),
    ca_cert_pem: string({
      optional: true,
      description:
        'Certificates of authorities to trust beside those of the machine, in PEM: the text itself, such as `file("ca.pem")`. ' +
        '`COFFER_CA_CERT_PEM`.',
      validators: [notEmpty(), certificates()],
    }),
    ca_cert_file: string({
      optional: true,
      description: 'Path of a file with such certificates, in PEM. Both arguments may be set. `COFFER_CA_CERT_FILE`.',
      validators: [notEmpty()],
    }),
    pull_secret_api: string({
      optional: true,
      description:
        `What the service offers for pull secrets: \`${DEFAULTS.pull_secret_api}\` (default), as its interface shows, or \`full\`, ` +
        'with list, update and delete. `COFFER_PULL_SECRET_API`.',
      validators: [oneOf(...PULL_SECRET_APIS)],
    }),
    lost_creates: string({
      optional: true,
      description:
        `How to treat an object that is found after the response to a create was lost: \`${DEFAULTS.lost_creates}\` (default) takes a secret, bucket or ` +
        'listed pull secret with a warning, and leaves an access key where it is, named in a warning; `report` makes it an error with ' +
        'an import block; `sole_writer` says that nobody else writes to the project, so that secrets, buckets and pull secrets are taken without ' +
        'a warning, and keys whose secret half is lost are deleted. `COFFER_LOST_CREATES`.',
      validators: [oneOf(...LOST_CREATES)],
    }),
    fingerprint_key: string({
      optional: true,
      sensitive: true,
      description:
        'Key of the fingerprints by which `change_detection = "fingerprint"` finds a changed value: a long random text, kept ' +
        'like a password and never in state. With another key every value is sent once. `COFFER_FINGERPRINT_KEY`.',
      validators: [notEmpty()],
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
        'Region to sign for where the provider looks into a bucket before it is destroyed, and that `store_in` writes beside an access key. ' +
        `Default \`${DEFAULTS.s3_region}\`. \`COFFER_S3_REGION\`.`,
      validators: [notEmpty()],
    }),
    s3_endpoint: string({
      optional: true,
      description:
        'Where the provider reaches S3 to look into buckets and to empty them, such as `https://s3.internal.example`, in place of the ' +
        '`endpoint` of each bucket. Attributes and `store_in` keep what the service says. `COFFER_S3_ENDPOINT`.',
      validators: [notEmpty()],
    }),
    s3_addressing: string({
      optional: true,
      description: `How these requests name the bucket: \`${DEFAULTS.s3_addressing}\` (default) as the first part of the path, \`virtual\` before the host. \`COFFER_S3_ADDRESSING\`.`,
      validators: [oneOf(...S3_ADDRESSINGS)],
    }),
    skip_registry_validation: bool({
      optional: true,
      description:
        'Turns off the checks of pull secrets against what known registries ask for. Default false. `COFFER_SKIP_REGISTRY_VALIDATION`.',
    }),
    list_confirmation: string({
      optional: true,
      description:
        'How long an object may be missing from lists before it counts as gone, such as `10s`: two further lists, a quarter of ' +
        `this time later and at its end, must agree. \`0s\` takes the first list at its word. Default \`${DEFAULTS.list_confirmation}\`. \`COFFER_LIST_CONFIRMATION\`.`,
      validators: [duration()],
    }),
    trust_lists: bool({
      optional: true,
      description:
        'Takes a list as whole although it shows signs of more that the provider cannot follow: a warning instead of an error. ' +
        'Default false. `COFFER_TRUST_LISTS`.',
    }),
    allow_foreign_project: bool({
      optional: true,
      description:
        'Takes objects as gone although everything that the service lists belongs to another project: a warning instead of an ' +
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

/** The settings from the provider block and its environment variables, converted. */
export interface Settings {
  readonly baseUrl: URL;
  readonly token: TokenSetting;
  readonly headers: Readonly<Record<string, string>>;
  /** Text to append to the User-Agent header. */
  readonly userAgentSuffix: string | undefined;
  readonly projectId: string | undefined;
  readonly requestTimeoutMs: number;
  readonly maxRetries: number;
  readonly retryWaitMinMs: number;
  readonly retryWaitMaxMs: number;
  readonly maxConcurrentRequests: number;
  readonly caCertPem: string | undefined;
  readonly pullSecretApi: PullSecretApi;
  readonly lostCreates: LostCreates;
  readonly skipRegistryValidation: boolean;
  readonly deletionProtection: boolean;
  readonly s3Region: string;
  readonly s3Endpoint: string | undefined;
  readonly s3Addressing: S3Addressing;
  readonly fingerprintKey: string | undefined;
  readonly listConfirmationMs: number;
  readonly trustLists: boolean;
  readonly allowForeignProject: boolean;
}

type Name = keyof typeof settingsSchema.attributes;
const NAMES = Object.keys(settingsSchema.attributes) as Name[];
/** Arguments of the token, which are read separately because only one of them may be given. */
const TOKENS: readonly Name[] = ['token', 'token_file'];

/** Checks that span arguments, as far as these are known. */
export function validateSettings(config: ObjectValue, diagnostics: Diagnostics): void {
  const url = config.base_url;
  if (typeof url === 'string' && !isUnknown(config.allow_insecure_http)) {
    checkBaseUrl(url, { given: 'base_url', allowInsecure: config.allow_insecure_http === true }, diagnostics);
  }
  checkTokenArguments(config, diagnostics);
  if (typeof config.s3_endpoint === 'string') {
    const addressing = config.s3_addressing === 'virtual' ? 'virtual' : undefined;
    checkS3Endpoint(config.s3_endpoint, { given: 's3_endpoint', addressing }, diagnostics);
  }
}

/** Paths of arguments that are configured but unknown. */
export function unknownSettings(config: ObjectValue): readonly Path[] {
  return NAMES.filter((name) => !isWhollyKnown(config[name] ?? null)).map((name) => path(name));
}

/** Reads the settings from configuration and environment. Reports all problems; undefined if there is one. */
export function readSettings(config: ObjectValue, env: Variables, diagnostics: Diagnostics): Settings | undefined {
  const values = new Map<Name, Value>(
    NAMES.filter((name) => !TOKENS.includes(name)).map((name) => [
      name,
      config[name] ?? fromEnvironment(ENVIRONMENT_PREFIX, name, settingsSchema.attributes[name], env, diagnostics),
    ]),
  );
  if ((values.get('base_url') ?? null) === null) {
    const detail = `Set base_url in the provider block, or the environment variable ${variableOf('base_url')}.`;
    diagnostics.error('Missing base_url', detail, path('base_url'));
  }
  const token = readTokenSetting(config, env, diagnostics);
  const url = values.get('base_url');
  const placeOf = (name: Name) => ((config[name] ?? null) === null ? variableOf(name) : name);
  const allowInsecure = values.get('allow_insecure_http') === true;
  const given = placeOf('base_url');
  const baseUrl = typeof url === 'string' ? checkBaseUrl(url, { given, allowInsecure }, diagnostics) : undefined;
  const s3 = values.get('s3_endpoint');
  const addressing = values.get('s3_addressing') === 'virtual' ? 'virtual' : 'path';
  const s3Given = { given: placeOf('s3_endpoint'), addressing } as const;
  const s3Endpoint = typeof s3 === 'string' ? checkS3Endpoint(s3, s3Given, diagnostics) : undefined;
  const file = values.get('ca_cert_file');
  const caCertOfFile = typeof file === 'string' ? readCertificates(file, path('ca_cert_file'), diagnostics) : undefined;
  if (baseUrl) checkProxy(baseUrl, env, diagnostics);
  checkTrustStore([baseUrl, s3Endpoint === undefined ? undefined : new URL(s3Endpoint)], env, diagnostics);
  const userAgentSuffix = appendedUserAgent(env, diagnostics);
  const settings = toSettings(values, { baseUrl, token, caCertOfFile, s3Endpoint, userAgentSuffix });
  if (settings && settings.retryWaitMinMs > settings.retryWaitMaxMs) {
    const [min, max] = [`${settings.retryWaitMinMs}ms`, `${settings.retryWaitMaxMs}ms`];
    const detail =
      `retry_wait_min (now ${min}) must not be longer than retry_wait_max (now ${max}). ` +
      'Lower the one or raise the other, here or in the environment; one that is not set has its default, ' +
      `${DEFAULTS.retry_wait_min} or ${DEFAULTS.retry_wait_max}.`;
    diagnostics.error('Invalid value', detail, path('retry_wait_min'));
  }
  return diagnostics.hasErrors ? undefined : settings;
}

/** The settings that need more than a conversion. */
interface Checked extends Pick<Settings, 's3Endpoint' | 'userAgentSuffix'> {
  readonly baseUrl: URL | undefined;
  readonly token: TokenSetting | undefined;
  readonly caCertOfFile: string | undefined;
}

type Durations = 'request_timeout' | 'retry_wait_min' | 'retry_wait_max' | 'list_confirmation';

function toSettings(
  values: ReadonlyMap<Name, Value>,
  { baseUrl, token, caCertOfFile, s3Endpoint, userAgentSuffix }: Checked,
): Settings | undefined {
  const text = (name: Name) => values.get(name) as string | null;
  const ms = (name: Durations) => Math.min(parseDuration(text(name) ?? DEFAULTS[name]) ?? Number.NaN, LONGEST_MS);
  const count = (name: 'max_retries' | 'max_concurrent_requests') => {
    const value = values.get(name);
    return isNumber(value) ? Number(value.toString()) : DEFAULTS[name];
  };
  if (!baseUrl || !token) return undefined;
  return {
    baseUrl,
    token,
    headers: (values.get('headers') ?? {}) as Readonly<Record<string, string>>,
    userAgentSuffix,
    projectId: text('project_id') ?? undefined,
    requestTimeoutMs: ms('request_timeout'),
    maxRetries: count('max_retries'),
    retryWaitMinMs: ms('retry_wait_min'),
    retryWaitMaxMs: ms('retry_wait_max'),
    maxConcurrentRequests: count('max_concurrent_requests'),
    caCertPem: [text('ca_cert_pem'), caCertOfFile].filter(Boolean).join('\n') || undefined,
    pullSecretApi: (text('pull_secret_api') ?? DEFAULTS.pull_secret_api) as PullSecretApi,
    lostCreates: (text('lost_creates') ?? DEFAULTS.lost_creates) as LostCreates,
    skipRegistryValidation: values.get('skip_registry_validation') === true,
    deletionProtection: values.get('deletion_protection') === true,
    s3Region: text('s3_region') ?? DEFAULTS.s3_region,
    s3Endpoint,
    s3Addressing: (text('s3_addressing') ?? DEFAULTS.s3_addressing) as S3Addressing,
    fingerprintKey: text('fingerprint_key') ?? undefined,
    listConfirmationMs: ms('list_confirmation'),
    trustLists: values.get('trust_lists') === true,
    allowForeignProject: values.get('allow_foreign_project') === true,
  };
}
