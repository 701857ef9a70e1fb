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
