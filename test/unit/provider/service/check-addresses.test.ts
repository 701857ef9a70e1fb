import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../../../framework/diagnostic';
import type { Planned } from '../../../../framework/schema/model';
import { UNKNOWN } from '../../../../framework/values/value';
import { type Config, validateSettings } from '../../../../provider/service/settings';
import { config, GOOD, read, validate } from './reading';

describe('base_url', () => {
  it.each<[string, string[], Record<string, boolean>?]>([
    ['https://api.example.com', []],
    ['http://127.0.0.1:4280', []],
    ['http://[::1]:4280/x', []],
    ['http://localhost:4280', []],
    ['http://service.localhost', []],
    ['http://api.example.com', ['base_url: Insecure base_url'], { allow_insecure_http: false }],
    ['http://127.0.0.1.example.com', ['base_url: Insecure base_url'], { allow_insecure_http: false }],
    ['ftp://api.example.com', ['base_url: Invalid base_url']],
    ['api.example.com', ['base_url: Invalid base_url']],
    ['', ['base_url: Invalid base_url']],
    ['https://user:pass@api.example.com', ['base_url: Invalid base_url']],
    ['https://user@api.example.com', ['base_url: Invalid base_url']],
    ['https://@api.example.com', ['base_url: Invalid base_url']],
    ['https://:@api.example.com', ['base_url: Invalid base_url']],
    // URL parsers skip tabs and ends of lines, so what stands before "@" is a login here, too.
    ['https:/\t/user@api.example.com', ['base_url: Invalid base_url']],
    ['https:/\n/:pass@api.example.com', ['base_url: Invalid base_url']],
    ['https://api.example.com/a@b', []],
    ['https://api.example.com/?a=b', ['base_url: Invalid base_url']],
  ])('%s: %j', (base_url, problems, more = {}) => {
    expect(validate({ base_url, ...more })).toEqual(problems);
    expect(read({ ...GOOD, base_url }).problems).toEqual(problems);
  });

  it('may be plain http if the environment accepts that, which only a configuration of the provider reads', () => {
    const base_url = 'http://api.example.com';

    expect(validate({ base_url })).toEqual([]);
    expect(read({ ...GOOD, base_url }, { COFFER_ALLOW_INSECURE_HTTP: 'true' }).problems).toEqual([]);
  });

  it.each([true, UNKNOWN])('may be plain http if that is, or may be, accepted: %s', (allow_insecure_http) => {
    expect(validate({ base_url: 'http://api.example.com', allow_insecure_http })).toEqual([]);
  });

  const ADDRESS = 'base_url must be the address of the service, such as "https://api.example.com/v1"';
  const LOGIN =
    'base_url must not contain a user name or password: remove the part before "@". Set the token in its own argument, token (COFFER_TOKEN).';
  const MORE = 'base_url must have neither query nor fragment: take out "?" or "#" and what follows.';

  it.each([
    ['ftp://api.example.com', `${ADDRESS}; got "ftp://api.example.com".`],
    ['ftp://canary@api.example.com', `${ADDRESS}; got "(hidden)".`],
    ['https://user@api.example.com', LOGIN],
    ['https:/\n/:pass@api.example.com', LOGIN],
    ['https://api.example.com/v1?a=b', MORE],
    ['https://api.example.com/v1#a', MORE],
    ['https://api.example.com/%40team?x=1', MORE],
    ...['http://api.example.com/%40team/v1', 'http://api.example.com/@team/v1'].map((url) => [
      url,
      'base_url is "(hidden)", which would send the token in clear text. Use https://, or set allow_insecure_http = true if you accept that.',
    ]),
    [
      'http://api.example.com/v1',
      'base_url is "http://api.example.com/v1", which would send the token in clear text. Use https://, or set allow_insecure_http = true if you accept that.',
    ],
  ])('%j: the error says what to do', (base_url, detail) => {
    expect(read({ ...GOOD, base_url, allow_insecure_http: false }).diagnostics.all.map((one) => one.detail)).toEqual([
      detail,
    ]);
  });

  it.each([
    'https://user:canary@api.example.com',
    'https://api.example.com/v1?token=canary',
    'user:canary@api.example.com',
    // A password with "/" that is not encoded: a URL parser reads the host "user", and a path with "@".
    'http://user:1/canary@api.example.com',
    'https://user:1/canary@api.example.com?x=1',
    // Encoded, or in the place of a port because the host is missing.
    'https://user:canary%40api.example.com',
    'https://canary%2540api.example.com',
    'http://user:1/canary%40api.example.com',
    'https://user:1/canary%40api.example.com?x=1',
    'ftp://api.example.com/%3ftoken=canary',
    'https://user:canary',
    'user:canary',
  ])('shows no secret of %s', (base_url) => {
    const diagnostics = new Diagnostics();

    validateSettings(config({ base_url, allow_insecure_http: false }) as unknown as Planned<Config>, diagnostics);

    expect(diagnostics.hasErrors).toBe(true);
    expect(JSON.stringify(diagnostics.all)).not.toContain('canary');
  });
});

describe('s3_endpoint', () => {
  it.each([
    ['https://s3.example', 'path', []],
    ['s3.example:8443', 'virtual', []],
    ['http://10.0.0.1:9000/base', 'path', []],
    ['https://gw.example.com/tenant%40corp', 'path', []],
    ['http://10.0.0.1:9000', 'virtual', ['s3_endpoint: Invalid s3_endpoint']],
    ['https://[fd00::1]', 'virtual', ['s3_endpoint: Invalid s3_endpoint']],
    ['ftp://s3.example', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['https://user:canary@s3.example', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['https://s3.example/?key=canary', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['https://user:canary%40s3.example', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['http://10.0.0.1/canary%40s3.example', 'virtual', ['s3_endpoint: Invalid s3_endpoint']],
    ['ftp://s3.example/%3Fkey=canary', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['user:canary', 'path', ['s3_endpoint: Invalid s3_endpoint']],
    ['s3 example', 'path', ['s3_endpoint: Invalid s3_endpoint']],
  ])('%s with %s: %j', (s3_endpoint, s3_addressing, problems) => {
    expect(validate({ s3_endpoint, s3_addressing })).toEqual(problems);
    const { problems: configured, diagnostics } = read({ ...GOOD, s3_endpoint, s3_addressing });
    expect(configured).toEqual(problems);
    expect(JSON.stringify(diagnostics.all)).not.toContain('canary');
    for (const { detail } of diagnostics.all) expect(detail).toMatch(/^s3_endpoint /);
  });

  const ADDRESS =
    's3_endpoint must be the address of an S3 endpoint, such as "https://s3.example.com", without user name, query and fragment';

  it.each([
    ['ftp://s3.example', 'path', `${ADDRESS}; got "ftp://s3.example".`],
    ['https://canary@s3.example', 'path', `${ADDRESS}; got "(hidden)".`],
    ['https://s3.example/?canary', 'path', `${ADDRESS}; got "(hidden)".`],
    ['https://s3.example/#canary', 'path', `${ADDRESS}; got "(hidden)".`],
    [
      'https://[fd00::1]',
      'virtual',
      's3_endpoint is "https://[fd00::1]", and s3_addressing = "virtual" writes the bucket before a host name, not before an address. ' +
        'Give a host name, or set s3_addressing = "path".',
    ],
  ])('%j with %s: the error says what to do', (s3_endpoint, s3_addressing, detail) => {
    const { diagnostics } = read({ ...GOOD, s3_endpoint, s3_addressing });

    expect(diagnostics.all.map((one) => one.detail)).toEqual([detail]);
  });

  it('is named as it was given, in the provider block or the environment, also while planning', () => {
    const wrong = 'ftp://s3.example';
    const planned = new Diagnostics();
    validateSettings(config({ ...GOOD, s3_endpoint: wrong }) as unknown as Planned<Config>, planned);

    expect(planned.all[0]?.detail).toMatch(/^s3_endpoint must be/);
    expect(read(GOOD, { COFFER_S3_ENDPOINT: wrong }).diagnostics.all[0]?.detail).toMatch(/^COFFER_S3_ENDPOINT must be/);
  });
});

describe('the proxy of the environment', () => {
  it.each([
    ['http://user:canary@proxy.test:port', 'is not the address of a proxy'],
    ['http://', 'is not the address of a proxy'],
    [
      'socks5://user:canary@proxy.test:1080',
      'names a proxy of the kind socks5://, and only http:// and https:// can be used',
    ],
    ['http://user:can%zzary@proxy.test', 'holds a "%" in its user name or password'],
    ['http://canary%4:1@proxy.test', 'holds a "%" in its user name or password'],
  ])('%s is an error that names the variable and does not quote it', (value, expected) => {
    const { problems, diagnostics } = read(GOOD, { https_proxy: value });

    expect(problems).toEqual([': Invalid https_proxy']);
    expect(diagnostics.all[0]?.detail).toContain(`The environment variable https_proxy ${expected}`);
    expect(diagnostics.all[0]?.detail).not.toMatch(/can.*ary|proxy\.test/);
  });

  it('is not checked if it is not used', () => {
    expect(read({ ...GOOD, base_url: 'http://localhost:1' }, { HTTP_PROXY: ':' }).problems).toEqual([]);
    expect(read(GOOD, { HTTPS_PROXY: ':', NO_PROXY: '.example.com' }).problems).toEqual([]);
  });
});

describe('the trust store of the environment', () => {
  it('is an error if a variable names no certificate and TLS is used', () => {
    const { problems, diagnostics } = read(GOOD, { SSL_CERT_FILE: '/nowhere' });

    expect(problems).toEqual([': Invalid SSL_CERT_FILE']);
    expect(diagnostics.all[0]?.detail).toContain('The environment variable SSL_CERT_FILE is "/nowhere"');
    const s3 = { ...GOOD, base_url: 'http://localhost:1', s3_endpoint: 'https://s3.example' };
    expect(read(s3, { SSL_CERT_DIR: '/nowhere' }).problems).toEqual([': Invalid SSL_CERT_DIR']);
  });

  it('is not checked if TLS is not used', () => {
    expect(read({ ...GOOD, base_url: 'http://localhost:1' }, { SSL_CERT_FILE: '/nowhere' }).problems).toEqual([]);
  });
});
