import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Diagnostics } from '../../../provider/framework/diagnostic';
import { formatPath } from '../../../provider/framework/path';
import { nullObject } from '../../../provider/framework/schema';
import { validateAttributes } from '../../../provider/framework/validate';
import { UNKNOWN, type Value } from '../../../provider/framework/value';
import { variableOf } from '../../../provider/service/from-environment';
import { readSettings, settingsSchema, unknownSettings, validateSettings } from '../../../provider/service/settings';

const [PEM = '', OTHER_PEM = ''] = rootCertificates;

/** A file with this text, removed with the test. */
function pemFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, text);
  return file;
}

const { attributes } = settingsSchema;
const GOOD = { base_url: 'https://api.example.com/v1', token: 'canary-token' };

const config = (given: Record<string, Value>) => ({ ...nullObject(attributes), ...given });

function read(given: Record<string, Value>, env: Record<string, string> = {}) {
  const diagnostics = new Diagnostics();
  const settings = readSettings(config(given), env, diagnostics);
  return {
    settings,
    problems: diagnostics.all.map(({ summary, path = [] }) => `${formatPath(path)}: ${summary}`),
    diagnostics,
  };
}

function validate(given: Record<string, Value>) {
  const diagnostics = new Diagnostics();
  validateAttributes(attributes, config(given), diagnostics);
  validateSettings(config(given), diagnostics);
  return diagnostics.all.map(({ summary, path = [] }) => `${formatPath(path)}: ${summary}`);
}

describe('readSettings', () => {
  it('has a default for everything but base_url and token', () => {
    expect(read(GOOD).settings).toEqual({
      baseUrl: new URL('https://api.example.com/v1'),
      token: { kind: 'text', text: 'canary-token' },
      headers: {},
      userAgentSuffix: undefined,
      projectId: undefined,
      requestTimeoutMs: 30_000,
      maxRetries: 4,
      retryWaitMinMs: 500,
      retryWaitMaxMs: 30_000,
      maxConcurrentRequests: 16,
      caCertPem: undefined,
      pullSecretApi: 'create_only',
      lostCreates: 'adopt',
      skipRegistryValidation: false,
      deletionProtection: false,
      s3Region: 'us-east-1',
      s3Endpoint: undefined,
      s3Addressing: 'path',
      fingerprintKey: undefined,
      listConfirmationMs: 4_000,
      trustLists: false,
      allowForeignProject: false,
    });
  });

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

  it('takes durations as long as a timer can wait', () => {
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

  it('prefers what is configured', () => {
    expect(
      read({ ...GOOD, max_retries: 0 }, { COFFER_MAX_RETRIES: '9', COFFER_TOKEN: 'other' }).settings,
    ).toMatchObject({
      token: { kind: 'text', text: 'canary-token' },
      maxRetries: 0,
    });
  });

  it('reports everything that is missing or wrong at once, with its path', () => {
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

  it('names the variable that holds a wrong value, because no line of the configuration does', () => {
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

  it('never shows the token', () => {
    const { diagnostics } = read({ ...GOOD, base_url: 'nowhere', token: 'canary-token' });

    expect(JSON.stringify(diagnostics.all)).not.toContain('canary-token');
  });

  it('refuses waits that cross', () => {
    const { problems, diagnostics } = read({ ...GOOD, retry_wait_min: '1m' });

    expect(problems).toEqual(['retry_wait_min: Invalid value']);
    expect(diagnostics.all[0]?.detail).toContain(
      'retry_wait_min (now 60000ms) must not be longer than retry_wait_max (now 30000ms).',
    );
  });
});

describe('certificates', () => {
  const problemsOf = (ca_cert_pem: string) => {
    const diagnostics = new Diagnostics();
    validateAttributes(attributes, config({ ca_cert_pem }), diagnostics);
    return diagnostics.all.map(({ detail }) => detail);
  };

  it('are taken one or more at a time, with text between them', () => {
    expect(problemsOf(`# one\r\n${PEM}\n\nand another\n${OTHER_PEM}\n`)).toEqual([]);
  });

  it('are not the name of their file, which is named with what to write instead', () => {
    expect(problemsOf('/etc/ssl/ca.pem')).toEqual([
      'It takes the certificates themselves and not the name of a file: write file("/etc/ssl/ca.pem"), or ' +
        'ca_cert_file = "/etc/ssl/ca.pem".',
    ]);
  });

  it('are no key, and nothing of that is shown', () => {
    const key = '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n';

    expect(problemsOf(key)).toEqual([expect.stringMatching(/no whole certificate in it.*; it holds a PRIVATE KEY\.$/)]);
  });

  it('are whole', () => {
    expect(problemsOf(`${PEM}\n${OTHER_PEM.replace(/\n.{60}/, '\n')}`)).toEqual([
      expect.stringContaining('Certificate number 2 of 2 in it cannot be read'),
    ]);
    expect(problemsOf(PEM.slice(0, 200))).toEqual([expect.stringContaining('There is no whole certificate in it')]);
  });

  it('are read from a file', () => {
    expect(read({ ...GOOD, ca_cert_file: pemFile(PEM) }).settings?.caCertPem).toBe(PEM);
  });

  it.each([
    ['a file that is not there', () => '/nowhere/ca.pem', /^"\/nowhere\/ca.pem" cannot be read \(ENOENT\)/],
    ['a folder', () => tmpdir(), /is no file of certificates\. It is no regular file\./],
    ['a device', () => '/dev/null', /is no file of certificates\. It is no regular file\./],
    ['a file without a certificate', () => pemFile('canary'), /is no file of certificates\. There is no whole/],
  ])('%s is an error of its own', (_what, ca_cert_file, expected) => {
    const { problems, diagnostics } = read({ ...GOOD, ca_cert_file: ca_cert_file() });

    expect(problems).toEqual(['ca_cert_file: Invalid ca_cert_file']);
    expect(diagnostics.all[0]?.detail).toMatch(expected);
    expect(diagnostics.all[0]?.detail).not.toContain('canary');
  });
});

describe('the proxy of the environment', () => {
  it.each([
    ['http://user:canary@proxy.test:port', 'is no address of a proxy'],
    ['http://', 'is no address of a proxy'],
    [
      'socks5://user:canary@proxy.test:1080',
      'names a proxy of the kind socks5://, and only http:// and https:// can be used',
    ],
    ['http://user:can%zzary@proxy.test', 'holds a "%" in its user name or password'],
  ])('%s is an error that names the variable and shows nothing of it', (value, expected) => {
    const { problems, diagnostics } = read(GOOD, { https_proxy: value });

    expect(problems).toEqual([': Invalid https_proxy']);
    expect(diagnostics.all[0]?.detail).toContain(`The environment variable https_proxy ${expected}`);
    expect(diagnostics.all[0]?.detail).not.toMatch(/can.*ary|proxy\.test/);
  });

  it('is not looked at where it is not used', () => {
    expect(read({ ...GOOD, base_url: 'http://localhost:1' }, { HTTP_PROXY: ':' }).problems).toEqual([]);
    expect(read(GOOD, { HTTPS_PROXY: ':', NO_PROXY: '.example.com' }).problems).toEqual([]);
  });
});

describe('the trust store of the environment', () => {
  it('is an error with a variable that names no certificate, where TLS is used', () => {
    const { problems, diagnostics } = read(GOOD, { SSL_CERT_FILE: '/nowhere' });

    expect(problems).toEqual([': Invalid SSL_CERT_FILE']);
    expect(diagnostics.all[0]?.detail).toContain('The environment variable SSL_CERT_FILE is "/nowhere"');
    const s3 = { ...GOOD, base_url: 'http://localhost:1', s3_endpoint: 'https://s3.example' };
    expect(read(s3, { SSL_CERT_DIR: '/nowhere' }).problems).toEqual([': Invalid SSL_CERT_DIR']);
  });

  it('is not looked at where TLS is not used', () => {
    expect(read({ ...GOOD, base_url: 'http://localhost:1' }, { SSL_CERT_FILE: '/nowhere' }).problems).toEqual([]);
  });
});

describe('the token', () => {
  const base = { base_url: 'https://api.example.com' };
  const file = (setting: string, name: string) => ({ kind: 'file', setting, file: name });

  it.each<[string, Record<string, Value>, Record<string, string>, object]>([
    ['token', { token: 'a' }, { COFFER_TOKEN: 'b' }, { kind: 'text', text: 'a' }],
    ['token_file', { token_file: 'a' }, { COFFER_TOKEN: 'b', COFFER_TOKEN_COMMAND: '[' }, file('token_file', 'a')],
    ['COFFER_TOKEN', {}, { COFFER_TOKEN: 'b', COFFER_TOKEN_FILE: '' }, { kind: 'text', text: 'b' }],
    ['COFFER_TOKEN_FILE', {}, { COFFER_TOKEN_FILE: 'b' }, file('COFFER_TOKEN_FILE', 'b')],
    [
      'COFFER_TOKEN_COMMAND',
      {},
      { COFFER_TOKEN_COMMAND: '["/bin/get","-x",""]' },
      { kind: 'command', setting: 'COFFER_TOKEN_COMMAND', argv: ['/bin/get', '-x', ''] },
    ],
  ])('comes from %s', (_name, given, env, expected) => {
    expect(read({ ...base, ...given }, env).settings?.token).toEqual(expected);
  });

  it('is given once, with every other problem told beside it', () => {
    const wrong = { token: 'canary', token_file: 'f', max_retries: 1, request_timeout: 'soon' };

    expect(validate(wrong)).toEqual(['request_timeout: Invalid value', 'token_file: Conflicting attributes']);
    expect(validate({ token: 'canary', token_file: UNKNOWN })).toEqual([]);
    expect(read({ ...base, token: 'canary', token_file: 'f' }, { COFFER_MAX_RETRIES: 'x' }).problems).toEqual([
      'max_retries: Invalid COFFER_MAX_RETRIES',
      'token_file: Conflicting attributes',
    ]);
  });

  it('is given once in the environment, too', () => {
    const env = { COFFER_TOKEN: 'canary', COFFER_TOKEN_FILE: 'f', COFFER_TOKEN_COMMAND: '["x"]' };

    const { problems, diagnostics } = read(base, env);

    expect(problems).toEqual(['token: Conflicting COFFER_TOKEN']);
    expect(diagnostics.all[0]?.detail).toContain(
      'Only one of COFFER_TOKEN and COFFER_TOKEN_FILE and COFFER_TOKEN_COMMAND can be set',
    );
    expect(diagnostics.all[0]?.detail).not.toContain('canary');
  });

  it.each([
    ['canary --now', 'is no JSON array of texts'],
    ['"canary"', 'is no JSON array of texts'],
    ['["canary",1]', 'is no JSON array of texts'],
    ['[]', 'names no program'],
    ['["","canary"]', 'names no program'],
    ['["a","can\\u0000ary"]', 'holds a null character'],
    ['["./get-token","canary"]', 'begins with the relative path "./get-token"'],
    ['["bin/get-token"]', 'begins with the relative path "bin/get-token"'],
  ])('cannot come from the command %s', (COFFER_TOKEN_COMMAND, expected) => {
    const { problems, diagnostics } = read(base, { COFFER_TOKEN_COMMAND });

    expect(problems).toEqual(['token: Invalid COFFER_TOKEN_COMMAND']);
    expect(diagnostics.all[0]?.detail).toContain(expected);
    expect(diagnostics.all[0]?.detail).not.toMatch(/can.*ary/);
  });
});

describe('headers', () => {
  it('have names and values that HTTP allows, and shows no value', () => {
    const headers = {
      'X-Good': 'canary a\tb',
      Authorization: 'canary',
      'Content-Length': 'canary',
      'X-Canary: canary': 'x',
      'X-Line': 'canary\n',
      'X-Inner': 'can\nary',
      'X-Null': null,
      'x-good': 'canary',
    };
    const diagnostics = new Diagnostics();

    validateAttributes(attributes, config({ headers }), diagnostics);

    expect(diagnostics.all.map(({ detail }) => detail)).toEqual([
      'The header Authorization is set by the provider itself. Give the token in token, token_file or their environment variables.',
      'The header Content-Length is set by the provider itself. Leave it out.',
      'One of the headers has a name that HTTP does not allow. Write names without colons and spaces, such as X-Gateway-Key.',
      'The value of the header X-Line begins or ends with a space or a line break. Use trimspace(…).',
      'The value of the header X-Inner holds a line break or another character that HTTP does not allow.',
      'The value of the header X-Null is null or empty. Leave the header out, or give it a value.',
      'The header x-good is given twice: HTTP takes capital and small letters of a name as the same.',
    ]);
    expect(new Set(diagnostics.all.map(({ path = [] }) => formatPath(path)))).toEqual(new Set(['headers']));
  });

  it.each(['canary', '["canary"]', 'null', '{"a":1}', '{"a":null}'])('are a JSON object of texts in %s', (json) => {
    const { problems, diagnostics } = read(GOOD, { COFFER_HEADERS: json });

    expect(problems).toEqual(['headers: Invalid COFFER_HEADERS']);
    expect(diagnostics.all[0]?.detail).toContain('It must be a JSON object of texts, such as');
    expect(JSON.stringify(diagnostics.all)).not.toContain('canary');
  });

  it('are checked in the environment, too', () => {
    const { diagnostics } = read(GOOD, { COFFER_HEADERS: '{"host":"canary"}' });

    expect(diagnostics.all.map(({ summary }) => summary)).toEqual(['Invalid COFFER_HEADERS']);
    expect(JSON.stringify(diagnostics.all)).not.toContain('canary');
  });
});

describe('TF_APPEND_USER_AGENT', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    [' acme/1.0 (pipeline) ', 'acme/1.0 (pipeline)'],
  ])('%j adds %j', (TF_APPEND_USER_AGENT, expected) => {
    expect(read(GOOD, { TF_APPEND_USER_AGENT }).settings?.userAgentSuffix).toBe(expected);
  });

  it('is one line of what HTTP allows', () => {
    expect(read(GOOD, { TF_APPEND_USER_AGENT: 'a\nb: c' }).problems).toEqual([': Invalid TF_APPEND_USER_AGENT']);
  });
});

describe('s3_endpoint', () => {
  it.each([
    ['https://s3.example', 'path', []],
    ['s3.example:8443', 'virtual', []],
    ['http://10.0.0.1:9000/base', 'path', []],
    ['http://10.0.0.1:9000', 'virtual', ['s3_endpoint: Invalid s3_endpoint']],
    ['https://[fd00::1]', 'virtual', ['s3_endpoint: Invalid s3_endpoint']],
    ['ftp://s3.example', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['https://user:canary@s3.example', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['https://s3.example/?key=canary', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['s3 example', 'path', ['s3_endpoint: Invalid s3_endpoint']],
  ])('%s with %s: %j', (s3_endpoint, s3_addressing, problems) => {
    expect(validate({ s3_endpoint, s3_addressing })).toEqual(problems);
    const { problems: configured, diagnostics } = read({ ...GOOD, s3_endpoint, s3_addressing });
    expect(configured).toEqual(problems);
    expect(JSON.stringify(diagnostics.all)).not.toContain('canary');
  });
});

describe('base_url', () => {
  it.each([
    ['https://api.example.com', []],
    ['http://127.0.0.1:4280', []],
    ['http://[::1]:4280/x', []],
    ['http://localhost:4280', []],
    ['http://service.localhost', []],
    ['http://api.example.com', ['base_url: Insecure base_url']],
    ['http://127.0.0.1.example.com', ['base_url: Insecure base_url']],
    ['ftp://api.example.com', ['base_url: Invalid base_url']],
    ['api.example.com', ['base_url: Invalid base_url']],
    ['', ['base_url: Invalid base_url']],
    ['https://user:pass@api.example.com', ['base_url: Invalid base_url']],
    ['https://api.example.com/?a=b', ['base_url: Invalid base_url']],
  ])('%s: %j', (base_url, problems) => {
    expect(validate({ base_url })).toEqual(problems);
    expect(read({ ...GOOD, base_url }).problems).toEqual(problems);
  });

  it('may be plain http where that is accepted', () => {
    expect(validate({ base_url: 'http://api.example.com', allow_insecure_http: true })).toEqual([]);
  });

  it('is not judged before it is known whether plain http is accepted', () => {
    expect(validate({ base_url: 'http://api.example.com', allow_insecure_http: UNKNOWN })).toEqual([]);
  });

  it.each([
    'https://user:canary@api.example.com',
    'https://api.example.com/v1?token=canary',
    'user:canary@api.example.com',
  ])('shows nothing secret of %s', (base_url) => {
    const diagnostics = new Diagnostics();

    validateSettings(config({ base_url }), diagnostics);

    expect(diagnostics.hasErrors).toBe(true);
    expect(JSON.stringify(diagnostics.all)).not.toContain('canary');
  });
});

describe('validateSettings', () => {
  it('P19: asks for no credentials', () => {
    expect(validate({})).toEqual([]);
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

it('P18: names the arguments that are not known yet', () => {
  const partly = { token: UNKNOWN, base_url: UNKNOWN, headers: { known: 'a', later: UNKNOWN }, project_id: 'p' };

  expect(unknownSettings(config(partly)).map(formatPath)).toEqual(['base_url', 'token', 'headers']);
});
