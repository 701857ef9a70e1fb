import { describe, expect, it } from 'vitest';
import { variableOf } from '../../../../provider/service/variables';
import { attributes, GOOD, OTHER_PEM, PEM, pemFile, read, validate } from './reading';

describe('readSettings', () => {
  it('P31: reads every argument from an environment variable', () => {
    const file = pemFile(OTHER_PEM);
    const values: Record<keyof typeof attributes, string> = {
      base_url: 'http://service.example',
      token: '',
      token_file: 'token.txt',
      headers: '{"X-Gateway-Key":"canary","x-other":"b"}',
      project_id: 'p',
      request_timeout: '1m',
      max_retries: '7',
      retry_wait_min: '2s',
      retry_wait_max: '3s',
      max_concurrent_requests: '5',
      ca_cert_pem: PEM,
      ca_cert_file: file,
      pull_secret_api: 'full',
      lost_creates: 'sole_writer',
      skip_registry_validation: 'true',
      deletion_protection: 'true',
      s3_region: 'eu-west-3',
      s3_endpoint: 's3.example:8443/base',
      s3_addressing: 'virtual',
      fingerprint_key: 'key',
      list_confirmation: '0s',
      trust_lists: 'true',
      allow_foreign_project: 'true',
      allow_insecure_http: 'true',
    };
    const env = Object.fromEntries(Object.entries(values).map(([name, value]) => [variableOf(name), value]));

    expect(read({}, env).settings).toEqual({
      baseUrl: new URL('http://service.example'),
      token: { kind: 'file', setting: 'COFFER_TOKEN_FILE', file: 'token.txt' },
      headers: { 'X-Gateway-Key': 'canary', 'x-other': 'b' },
      userAgentSuffix: undefined,
      projectId: 'p',
      requestTimeoutMs: 60_000,
      maxRetries: 7,
      retryWaitMinMs: 2_000,
      retryWaitMaxMs: 3_000,
      maxConcurrentRequests: 5,
      caCertPem: `${PEM}\n${OTHER_PEM}`,
      pullSecretApi: 'full',
      lostCreates: 'sole_writer',
      skipRegistryValidation: true,
      deletionProtection: true,
      s3Region: 'eu-west-3',
      s3Endpoint: 'https://s3.example:8443/base',
      s3Addressing: 'virtual',
      fingerprintKey: 'key',
      listConfirmationMs: 0,
      trustLists: true,
      allowForeignProject: true,
    });
    expect(Object.keys(attributes).sort()).toEqual(Object.keys(values).sort());
  });

  it('accepts durations up to the longest wait of a timer', () => {
    const settings = {
      ...GOOD,
      request_timeout: '1000h',
      retry_wait_max: '99999999999h',
      list_confirmation: '2147483648ms',
    };

    expect(read(settings).settings).toMatchObject({
      requestTimeoutMs: 2 ** 31 - 1,
      retryWaitMaxMs: 2 ** 31 - 1,
      listConfirmationMs: 2 ** 31 - 1,
    });
  });

  it('prefers the configuration', () => {
    expect(
      read({ ...GOOD, max_retries: 0 }, { COFFER_MAX_RETRIES: '9', COFFER_TOKEN: 'other' }).settings,
    ).toMatchObject({
      token: { kind: 'text', text: 'canary-token' },
      maxRetries: 0,
    });
  });

  it('reports all missing and wrong arguments at once, with their paths', () => {
    const { settings, problems } = read(
      {},
      { COFFER_MAX_RETRIES: 'many', COFFER_PULL_SECRET_API: 'some', COFFER_RETRY_WAIT_MIN: 'soon' },
    );

    expect(settings).toBeUndefined();
    expect(problems).toEqual([
      'max_retries: Invalid COFFER_MAX_RETRIES',
      'retry_wait_min: Invalid COFFER_RETRY_WAIT_MIN',
      'pull_secret_api: Invalid COFFER_PULL_SECRET_API',
      'base_url: Missing base_url',
      'token: Missing token',
    ]);
  });

  it('names the variable with a wrong value, because no line of the configuration has it', () => {
    const { diagnostics } = read(GOOD, { COFFER_REQUEST_TIMEOUT: 'soon', COFFER_ALLOW_INSECURE_HTTP: 'yes' });
    const { diagnostics: ofUrl } = read({ token: 't' }, { COFFER_BASE_URL: 'nowhere' });

    expect([...diagnostics.all, ...ofUrl.all].map(({ detail }) => detail)).toEqual([
      'request_timeout comes from the environment variable COFFER_REQUEST_TIMEOUT. It must be a duration such as "30s", ' +
        '"500ms" or "1h30m"; got "soon". Correct or unset the variable.',
      'allow_insecure_http comes from the environment variable COFFER_ALLOW_INSECURE_HTTP. It must be true or false; ' +
        'got "yes". Correct or unset the variable.',
      'COFFER_BASE_URL must be the address of the service, such as "https://api.example.com/v1"; got "nowhere".',
    ]);
  });

  it('refuses a shortest wait above the longest', () => {
    const { problems, diagnostics } = read({ ...GOOD, retry_wait_min: '1m' });

    expect(problems).toEqual(['retry_wait_min: Invalid value']);
    expect(diagnostics.all[0]?.detail).toBe(
      'retry_wait_min (now 60000ms) must not be longer than retry_wait_max (now 30000ms). Lower retry_wait_min or raise retry_wait_max, ' +
        'here or in the environment. Their defaults are 500ms and 30s.',
    );
    expect(read({ ...GOOD, retry_wait_min: '30s' }).settings).toMatchObject({
      retryWaitMinMs: 30_000,
      retryWaitMaxMs: 30_000,
    });
  });

  it('joins the certificates of both arguments, or takes those of one', () => {
    const ca_cert_file = pemFile(OTHER_PEM);

    expect(read({ ...GOOD, ca_cert_pem: PEM, ca_cert_file }).settings?.caCertPem).toBe(`${PEM}\n${OTHER_PEM}`);
    expect(read({ ...GOOD, ca_cert_pem: PEM }).settings?.caCertPem).toBe(PEM);
  });
});

describe('validateSettings', () => {
  it('P19: needs no credentials', () => {
    expect(validate({})).toEqual([]);
  });

  it.each<[Record<string, number | string>, string[]]>([
    [{ max_retries: 0, max_concurrent_requests: 1, request_timeout: '1ms', retry_wait_min: '0s' }, []],
    [{ max_retries: 100, max_concurrent_requests: 1000 }, []],
    [
      { max_retries: 101, max_concurrent_requests: 1001 },
      ['max_retries: Invalid value', 'max_concurrent_requests: Invalid value'],
    ],
    [
      { project_id: '', token_file: '', ca_cert_file: '', fingerprint_key: '', s3_region: '' },
      ['token_file', 'project_id', 'ca_cert_file', 'fingerprint_key', 's3_region'].map(
        (name) => `${name}: Invalid value`,
      ),
    ],
    [{ lost_creates: 'report', s3_addressing: 'path', pull_secret_api: 'create_only' }, []],
    [
      { lost_creates: 'x', s3_addressing: 'x', list_confirmation: 'x', retry_wait_max: 'x' },
      ['retry_wait_max', 'lost_creates', 's3_addressing', 'list_confirmation'].map((name) => `${name}: Invalid value`),
    ],
  ])('%j: %j', (given, problems) => {
    expect(validate(given)).toEqual(problems);
  });

  it('reports every wrong value at its path', () => {
    const wrong = {
      max_retries: -1,
      max_concurrent_requests: 0,
      request_timeout: '0s',
      retry_wait_min: '-1s',
      pull_secret_api: 'x',
      token: '',
    };

    expect(validate(wrong)).toEqual([
      'token: Invalid value',
      'request_timeout: Invalid value',
      'max_retries: Invalid value',
      'retry_wait_min: Invalid value',
      'max_concurrent_requests: Invalid value',
      'pull_secret_api: Invalid value',
    ]);
  });
});
