import { LOST_CREATES, type LostCreates } from '../client/settings';
import { DEFAULT_REGION } from '../formats/s3-endpoint';
import { Diagnostics } from '../framework/diagnostic';
import { toBigInt } from '../framework/number';
import { type Path, path } from '../framework/path';
import { type Attribute, bool, number, type Schema, string } from '../framework/schema';
import { isNumber, isUnknown, type ObjectValue, type Value } from '../framework/value';
import { checkBaseUrl, checkProxy } from './addresses';
import { certificates, readCertificates } from './certificates';
import { PULL_SECRET_APIS, type PullSecretApi } from './connection';
import { parseDuration } from './duration';
import { duration, notEmpty, oneOf, wholeNumber } from './validators';

/** The provider block. Each attribute can also be given by the environment variable of the same name (P31). */
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
    project_id: string({
      optional: true,
      description: 'Project of every resource that does not name its own. `COFFER_PROJECT_ID`.',
      validators: [notEmpty()],
    }),
    request_timeout: string({
      optional: true,
      description: 'Limit for one request, such as `45s`. Default `30s`. `COFFER_REQUEST_TIMEOUT`.',
      validators: [duration(1)],
    }),
    max_retries: number({
      optional: true,
      description: 'How often a request that may be repeated is sent again. Default 4. `COFFER_MAX_RETRIES`.',
      validators: [wholeNumber(0n, 100n)],
    }),
    retry_wait_min: string({
      optional: true,
      description: 'Shortest wait before a repetition. Default `500ms`. `COFFER_RETRY_WAIT_MIN`.',
      validators: [duration()],
    }),
    retry_wait_max: string({
      optional: true,
      description: 'Longest wait before a repetition. Default `30s`. `COFFER_RETRY_WAIT_MAX`.',
      validators: [duration()],
    }),
    max_concurrent_requests: number({
      optional: true,
      description: 'Requests on their way at the same time. Default 16. `COFFER_MAX_CONCURRENT_REQUESTS`.',
      validators: [wholeNumber(1n, 1000n)],
    }),
    ca_cert_pem: string({
      optional: true,
      description:
        'Certificates of authorities to trust beside the usual ones, in PEM: the text itself, such as `file("ca.pem")`. ' +
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
        'What the service offers for pull secrets: `create_only` (default), as its interface shows, or `full`, ' +
        'with list, update and delete. `COFFER_PULL_SECRET_API`.',
      validators: [oneOf(...PULL_SECRET_APIS)],
    }),
    lost_creates: string({
      optional: true,
      description:
        'What becomes of what is found after the response to a create was lost: `adopt` (default) takes a secret, bucket or ' +
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
        'Default `us-east-1`. `COFFER_S3_REGION`.',
      validators: [notEmpty()],
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
        'this time later and at its end, must agree. `0s` takes the first list at its word. Default `4s`. `COFFER_LIST_CONFIRMATION`.',
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

/** The provider block and its environment variables, joined and converted. */
export interface Settings {
  readonly baseUrl: URL;
  readonly token: string;
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
  readonly fingerprintKey: string | undefined;
  readonly listConfirmationMs: number;
  readonly trustLists: boolean;
  readonly allowForeignProject: boolean;
}

type Name = keyof typeof settingsSchema.attributes;
const NAMES = Object.keys(settingsSchema.attributes) as Name[];
const REQUIRED: readonly Name[] = ['base_url', 'token'];

/** Name of the environment variable of an argument. */
export const variableOf = (name: string) => `COFFER_${name.toUpperCase()}`;

/** Checks what spans arguments, as far as it is known. */
export function validateSettings(config: ObjectValue, diagnostics: Diagnostics): void {
  const url = config.base_url;
  if (typeof url === 'string' && !isUnknown(config.allow_insecure_http)) {
    checkBaseUrl(url, { given: 'base_url', allowInsecure: config.allow_insecure_http === true }, diagnostics);
  }
}

/** Arguments that are configured but not known yet. */
export function unknownSettings(config: ObjectValue): readonly Path[] {
  return NAMES.filter((name) => isUnknown(config[name])).map((name) => path(name));
}

/** Joins configuration and environment. Reports every problem and returns undefined if there is one. */
export function readSettings(
  config: ObjectValue,
  env: Readonly<Record<string, string | undefined>>,
  diagnostics: Diagnostics,
): Settings | undefined {
  const values = new Map<Name, Value>(
    NAMES.map((name) => [name, config[name] ?? fromEnvironment(name, env, diagnostics)]),
  );
  for (const name of REQUIRED) {
    if ((values.get(name) ?? null) !== null) continue;
    diagnostics.error(
      `Missing ${name}`,
      `Set ${name} in the provider block, or the environment variable ${variableOf(name)}.`,
      path(name),
    );
  }
  const url = values.get('base_url');
  const given = (config.base_url ?? null) === null ? variableOf('base_url') : 'base_url';
  const allowInsecure = values.get('allow_insecure_http') === true;
  const baseUrl = typeof url === 'string' ? checkBaseUrl(url, { given, allowInsecure }, diagnostics) : undefined;
  const file = values.get('ca_cert_file');
  const caCertOfFile = typeof file === 'string' ? readCertificates(file, path('ca_cert_file'), diagnostics) : undefined;
  if (baseUrl) checkProxy(baseUrl, env, diagnostics);
  const settings = toSettings(values, baseUrl, caCertOfFile);
  if (settings && settings.retryWaitMinMs > settings.retryWaitMaxMs) {
    const [min, max] = [`${settings.retryWaitMinMs}ms`, `${settings.retryWaitMaxMs}ms`];
    const detail =
      `retry_wait_min (now ${min}) must not be longer than retry_wait_max (now ${max}). ` +
      'Lower the one or raise the other, here or in the environment; one that is not set has its default, 500ms or 30s.';
    diagnostics.error('Invalid value', detail, path('retry_wait_min'));
  }
  return diagnostics.hasErrors ? undefined : settings;
}

function toSettings(
  values: ReadonlyMap<Name, Value>,
  baseUrl: URL | undefined,
  caCertOfFile: string | undefined,
): Settings | undefined {
  const text = (name: Name) => values.get(name) as string | null;
  const ms = (name: Name, otherwise: number) => parseDuration(text(name) ?? '') ?? otherwise;
  const count = (name: Name, otherwise: number) => {
    const value = values.get(name);
    return isNumber(value) ? Number(value.toString()) : otherwise;
  };
  const token = text('token');
  if (!baseUrl || token === null) return undefined;
  return {
    baseUrl,
    token,
    projectId: text('project_id') ?? undefined,
    requestTimeoutMs: ms('request_timeout', 30_000),
    maxRetries: count('max_retries', 4),
    retryWaitMinMs: ms('retry_wait_min', 500),
    retryWaitMaxMs: ms('retry_wait_max', 30_000),
    maxConcurrentRequests: count('max_concurrent_requests', 16),
    caCertPem: [text('ca_cert_pem'), caCertOfFile].filter(Boolean).join('\n') || undefined,
    pullSecretApi: (text('pull_secret_api') ?? 'create_only') as PullSecretApi,
    lostCreates: (text('lost_creates') ?? 'adopt') as LostCreates,
    skipRegistryValidation: values.get('skip_registry_validation') === true,
    deletionProtection: values.get('deletion_protection') === true,
    s3Region: text('s3_region') ?? DEFAULT_REGION,
    fingerprintKey: text('fingerprint_key') ?? undefined,
    listConfirmationMs: ms('list_confirmation', 4_000),
    trustLists: values.get('trust_lists') === true,
    allowForeignProject: values.get('allow_foreign_project') === true,
  };
}

/** The value of an argument's environment variable, checked as if it were configured; null when there is none. */
function fromEnvironment(
  name: Name,
  env: Readonly<Record<string, string | undefined>>,
  diagnostics: Diagnostics,
): Value {
  const variable = variableOf(name);
  const text = env[variable];
  if (text === undefined || text === '') return null;
  const attribute: Attribute = settingsSchema.attributes[name];
  const value = convert(text, attribute);
  const problems = new Diagnostics();
  if (value === undefined) {
    const kind = attribute.type === 'bool' ? 'true or false' : 'a whole number';
    problems.error('', `It must be ${kind}; got ${JSON.stringify(text)}.`);
  } else for (const validate of attribute.validators ?? []) validate(value, path(name), problems);
  // Nothing of it is in the configuration, where Terraform would point to: the variable has to be named.
  for (const { detail } of problems.all) {
    diagnostics.error(
      `Invalid ${variable}`,
      `${name} comes from the environment variable ${variable}. ${detail} Correct or unset the variable.`,
      path(name),
    );
  }
  return value ?? null;
}

function convert(text: string, { type }: Attribute): Value | undefined {
  if (type === 'bool') return { true: true, '1': true, false: false, '0': false }[text];
  if (type === 'number') return /^\d+$/.test(text) && toBigInt(Number(text)) !== undefined ? Number(text) : undefined;
  return text;
}
