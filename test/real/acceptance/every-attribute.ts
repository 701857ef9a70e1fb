/** An argument in Terraform's JSON syntax; `${…}` in a string is an expression. */
export type Argument = string | number | boolean | readonly Argument[] | { readonly [name: string]: Argument };

type Blocks = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Argument>>>>>>;

/** A configuration in Terraform's JSON syntax. */
export interface Configuration {
  readonly provider: { readonly coffer: Readonly<Record<string, Argument>> };
  readonly resource: Blocks;
  readonly data: Blocks;
  readonly ephemeral: Blocks;
  readonly output: Readonly<Record<string, Readonly<Record<string, Argument>>>>;
}

interface Service {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
  readonly s3Endpoint: string;
  readonly caCertPem?: string | undefined;
}

interface Round {
  readonly api: 'create_only' | 'full';
  readonly round: string;
  /** Used instead of the token itself. */
  readonly tokenFile?: string;
}

/** The value of an expression. */
const of = (expression: string) => `\${${expression}}`;

const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/** Every argument of every kind, on a service with `project-2` as a second project; versions and triggers change with each round. */
export const configuration = (service: Service, { api, round, tokenFile }: Round): Configuration => ({
  provider: {
    coffer: {
      base_url: service.baseUrl,
      ...(tokenFile === undefined ? { token: service.token } : { token_file: tokenFile }),
      headers: { 'X-Gateway-Key': 'canary-gateway-key' },
      project_id: service.projectId,
      request_timeout: '45s',
      max_retries: 3,
      retry_wait_min: '10ms',
      retry_wait_max: '1s',
      max_concurrent_requests: 4,
      ca_cert_pem: service.caCertPem ?? '',
      ca_cert_file: 'ca.pem',
      pull_secret_api: api,
      fingerprint_key: 'canary-fingerprint-key',
      deletion_protection: false,
      s3_region: 'eu-test-1',
      s3_endpoint: service.s3Endpoint,
      s3_addressing: 'path',
      skip_registry_validation: true,
      lost_creates: 'adopt',
      list_confirmation: '0s',
      trust_lists: false,
      allow_foreign_project: false,
      allow_insecure_http: false,
    },
  },
  resource: { ...secrets(round), ...pullSecrets(round), ...buckets, ...keys(round) },
  data: data(service.projectId),
  ephemeral: {
    coffer_access_key: {
      k: {
        project_id: 'project-2',
        bucket_ids: [of('coffer_bucket.other.id')],
        permissions: ALL,
        timeouts: { open: '4m' },
      },
    },
  },
  output: {
    sizes: { value: of('provider::coffer::format_size(provider::coffer::parse_size("1GiB"))') },
    server: { value: of('provider::coffer::registry_server("ghcr.io/acme/web:1")') },
    config: {
      value: of('provider::coffer::docker_config_json([{ server = "ghcr.io", username = "me", password = "canary" }])'),
    },
    environment: {
      value: of(
        'provider::coffer::s3_environment(coffer_bucket.full.endpoint, null, coffer_bucket.full.alias, ' +
          'coffer_access_key.plain.access_key_id, coffer_access_key.plain.secret_access_key)',
      ),
      sensitive: true,
    },
  },
});

const ALL = { read: true, write: true, owner: false };

const LIMITS = { create: '4m', read: '4m', update: '4m', delete: '4m' };

const secrets = (round: string): Blocks => ({
  coffer_secret: {
    plain: {
      project_id: 'project-2',
      name: `plain-${round}`,
      value: toBase64(`plain-${round}`),
      value_encoding: 'base64',
      change_detection: 'version',
      deletion_protection: false,
      timeouts: LIMITS,
    },
    versioned: { name: 'versioned', value_wo: `value-${round}`, value_wo_version: round },
    fingerprinted: { name: 'fingerprinted', value_wo: `value-${round}`, change_detection: 'fingerprint' },
    ephemeral: { name: 'ephemeral', value_wo: of('jsonencode(ephemeral.coffer_access_key.k)'), value_wo_version: '1' },
    sink: { name: 'sink', value_wo: 'not there yet', value_wo_version: '1' },
    rotating_sink: { name: 'rotating-sink', value_wo: 'not there yet', value_wo_version: '1' },
  },
});

const pullSecrets = (round: string): Blocks => ({
  coffer_pull_secret: {
    // This registry requires the user AWS; another is accepted because `skip_registry_validation` is set.
    plain: {
      project_id: 'project-2',
      server: '123456789012.dkr.ecr.eu-central-1.amazonaws.com',
      username: 'me',
      password: 'canary-password',
      password_expires_at: '2999-01-01T00:00:00Z',
      timeouts: LIMITS,
    },
    write_only: {
      server: 'registry.example',
      username_wo: 'canary-user',
      password_wo: `canary-password-${round}`,
      password_wo_version: round,
    },
  },
});

const buckets: Blocks = {
  coffer_bucket: {
    full: {
      max_size: 1_000_000,
      description: 'uploads',
      force_destroy: true,
      wait_for: 'endpoint',
      deletion_protection: false,
      timeouts: LIMITS,
    },
    other: { project_id: 'project-2', max_size: 1000, destroy_check: 'server' },
  },
};

const keys = (round: string): Blocks => {
  const reader = { bucket_ids: [of('coffer_bucket.full.id')], permissions: { read: true } };
  return {
    coffer_access_key: {
      plain: { bucket_ids: [of('coffer_bucket.full.id')], permissions: ALL, timeouts: LIMITS },
      elsewhere: {
        project_id: 'project-2',
        bucket_ids: [of('coffer_bucket.other.id')],
        permissions: { owner: true },
        rotation_trigger: { round },
        store_in: { secret_name: 'by-name', format: 'json' },
      },
      stored: { ...reader, store_in: { secret_id: of('coffer_secret.sink.id') } },
    },
    coffer_rotating_access_key: {
      plain: { ...reader, permissions: ALL, overlap: '48h', rotation_trigger: { round }, timeouts: LIMITS },
      elsewhere: {
        project_id: 'project-2',
        bucket_ids: [of('coffer_bucket.other.id')],
        permissions: { write: true },
        rotation_trigger: { round },
        store_in: { secret_name: 'rotating-by-name', format: 'env' },
      },
      stored: { ...reader, store_in: { secret_id: of('coffer_secret.rotating_sink.id') } },
      renamed: { ...reader, store_in: { secret_name: `rotating-${round}` } },
    },
  };
};

/** Data sources; `depends_on` delays those that look for objects until the objects exist. */
const data = (projectId: string): Blocks => {
  const depends_on = ['coffer_secret.plain', 'coffer_secret.versioned', 'coffer_access_key.plain'];
  const timeouts = { read: '4m' };
  const many = { all: { depends_on, project_id: projectId, name_regex: '.', timeouts } };
  return {
    coffer_secret: {
      by_id: { id: of('coffer_secret.plain.id'), timeouts },
      by_name: { depends_on, project_id: projectId, name: 'versioned' },
    },
    coffer_secrets: many,
    coffer_bucket: {
      by_id: { id: of('coffer_bucket.full.id'), timeouts },
      by_alias: { project_id: projectId, alias: of('coffer_bucket.full.alias') },
    },
    coffer_buckets: many,
    coffer_access_key: {
      by_id: { id: of('coffer_access_key.plain.id'), timeouts },
      by_key_id: { project_id: projectId, access_key_id: of('coffer_access_key.plain.access_key_id') },
    },
    coffer_access_keys: many,
  };
};
