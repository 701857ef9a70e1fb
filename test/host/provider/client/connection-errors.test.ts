import { describe, expect, onTestFinished, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { ClientSettings } from '../../../../provider/client';
import { closedPort } from '../../../../scripts/support/closed-port';
import { startServer } from '../../../unit/provider/client/raw-server';
import { clientOf } from './client-of';
import { failureOf, TestTime } from './fixture';
import { startPlain, startRefusingProxy, startTls } from './nasty-servers';

/** Each connection error names the failure, the address and the remedy; the servers here really fail this way. */

const failure = async (baseUrl: string, settings: Partial<ClientSettings> = {}) =>
  (await failureOf(clientOf(baseUrl, settings).secrets.list())).message;

describe('certificates', () => {
  test.each([
    ['of another host', { host: 'other.test' }, /is for another host name: set base_url/],
    ['that has expired', { days: [-2, -1] }, /has expired: renew it, or correct the clock/],
    ['that is not valid yet', { days: [1, 2] }, /is not valid yet: correct the clock/],
    ['that has signed itself', {}, /is self-signed, and so not trusted: give it in ca_cert_pem or ca_cert_file/],
    ['of an unknown authority', { authority: 'Nobody' }, /authority that is not trusted.*ca_cert_pem or ca_cert_file/],
  ] as const)('one %s is named as such, with the address', async (kind, options, expected) => {
    const { port, cert } = await startTls(options);
    // Where the chain is checked first, it has to be valid, so that the later fault shows.
    const trusted =
      kind.startsWith('of another') || kind.startsWith('that has expired') || kind.startsWith('that is not');

    const message = await failure(`https://localhost:${port}`, { caCertPem: trusted ? cert : undefined });

    expect(message).toMatch(expected);
    expect(message).toContain(`got no response from https://localhost:${port} (`);
  });
});

describe('ports of another kind', () => {
  test('https:// to a port of plain HTTP', async () => {
    const port = await startPlain();

    const message = await failure(`https://localhost:${port}`);

    expect(message).toContain(`from https://localhost:${port} (`);
    expect(message).toContain(
      `speaks plain HTTP, not TLS: check scheme and port of base_url, such as http://localhost:${port}.`,
    );
  });

  test('http:// to a port of TLS', async () => {
    const { port } = await startTls();

    expect(await failure(`http://localhost:${port}`, { maxRetries: 0 })).toMatch(
      /from http:\/\/localhost:\d+ .*If the server expects TLS, begin base_url with https:\/\/\./,
    );
  });

  test('a server that sends too many headers gets one request, and the error does not advise TLS', async () => {
    const { baseUrl, requests } = await startServer((_request, response) => {
      const cookies = Array.from({ length: 20 }, (_, i) => `c${i}=${'canary'.repeat(200)}`);
      response.writeHead(200, { 'set-cookie': cookies }).end('[]');
    });

    const message = await failure(baseUrl);

    expect(requests).toHaveLength(1);
    expect(message).toContain('(UND_ERR_HEADERS_OVERFLOW). The server sends more than 16 KiB of headers');
    expect(message).not.toMatch(/TLS|https:|canary/);
  });

  test('the S3 port of the service: the error has its code, its message and the kind of port', async () => {
    const emulator = await Emulator.start();
    onTestFinished(() => emulator.stop());

    const message = await failure(emulator.s3Endpoint);

    expect(message).toMatch(
      /^GET \/secrets returned 4\d\d: \w+: .*This is an error of S3: base_url leads to an S3 endpoint\./,
    );
  });
});

describe('proxies', () => {
  const through = (port: number) => {
    const proxy = `http://user:canary@127.0.0.1:${port}`;
    return { environment: { ...new TestTime(), variables: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } } };
  };

  test.each(['http', 'https'])('one that requires a password, for %s', async (scheme) => {
    const port = await startRefusingProxy(407);

    const error = await failureOf(clientOf(`${scheme}://coffer.test`, through(port)).secrets.list());

    expect(error.message).toBe(
      `GET /secrets got no response from ${scheme}://coffer.test through the proxy http://127.0.0.1:${port} (the proxy returned 407). ` +
        'The proxy wants a user name and a password: give them in HTTPS_PROXY or HTTP_PROXY, as http://USER:PASSWORD@HOST:PORT, ' +
        'or add the host of base_url to NO_PROXY.',
    );
    expect(error).toMatchObject({ mayHaveTakenEffect: false });
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('canary');
  });

  test.each([
    [403, 'does not let the request through'],
    [502, 'cannot reach the server'],
  ])('one that refuses a tunnel with %i', async (status, expected) => {
    const port = await startRefusingProxy(status);

    const message = await failure('https://coffer.test', { ...through(port), maxRetries: 0 });

    expect(message).toContain(`(the proxy returned ${status}). The proxy ${expected}`);
  });

  test('an error of an absent proxy does not blame the service', async () => {
    const port = await closedPort();

    const message = await failure('https://coffer.test', { ...through(port), maxRetries: 0 });

    expect(message).toContain(
      `through the proxy http://127.0.0.1:${port} (ECONNREFUSED). Nothing listens at the address of the proxy; check HTTPS_PROXY`,
    );
  });
});
