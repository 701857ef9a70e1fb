import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Client, type ClientSettings } from '../../../../../provider/client';
import { secureContextFor, usualCertificates } from '../../../../../provider/client/http/trust';
import { localhostCertificate } from '../../../../host/provider/client/certificate';
import { failureOf, settingsFor, TestTime } from '../../../../host/provider/client/fixture';
import { startTls } from '../../../../host/provider/client/nasty-servers';
import { startProxy } from '../../../../host/provider/support/proxy';
import { temporaryFolder } from '../../../../unit/support/temporary-folder';

const [ONE = '', TWO = '', THREE = ''] = rootCertificates;

/** A folder with these files, removed with the test. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('the usual certificates', () => {
  const system = { files: [], folders: [] };
  const at = (folder: string, file = 'ca.pem') => join(folder, file);

  test.each<[string, (folder: string) => Record<string, string>, readonly string[]]>([
    ['SSL_CERT_FILE', (folder) => ({ SSL_CERT_FILE: at(folder) }), [ONE, TWO]],
    ['SSL_CERT_DIR', (folder) => ({ SSL_CERT_DIR: folder }), [ONE, TWO, THREE]],
    [
      'a list in SSL_CERT_DIR',
      (folder) => ({ SSL_CERT_DIR: ['/nowhere', '', folder].join(delimiter) }),
      [ONE, TWO, THREE],
    ],
  ])('are those of %s', (_name, variables, expected) => {
    const folder = folderWith({ 'ca.pem': `# one\n${ONE}\r\n${TWO}`, 'three.crt': THREE, README: 'no certificate' });
    mkdirSync(at(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'two.pem'), TWO);

    expect(usualCertificates({ variables: variables(folder), system })).toEqual(expected);
  });

  test.each(['SSL_CERT_FILE', 'SSL_CERT_DIR'])('%s without a certificate is an error that names it', (variable) => {
    const folder = folderWith({ 'ca.pem': 'canary' });

    for (const value of ['/nowhere', folder, at(folder)]) {
      const find = () => usualCertificates({ variables: { [variable]: value }, system });

      expect(find).toThrow(`The environment variable ${variable} is ${JSON.stringify(value)}, and no certificate`);
      expect(find).not.toThrow(/canary/);
    }
  });

  test('are never read from a named pipe, which may have no writer', () => {
    const folder = folderWith({ 'ca.pem': ONE });
    const pipe = at(folder, 'pipe.pem');
    execFileSync('mkfifo', [pipe]);
    // Gives a reader of the pipe a certificate, so that it does not block forever.
    const writer = spawn('sh', ['-c', 'printf %s "$0" > "$1"', TWO, pipe], { stdio: 'ignore' });
    onTestFinished(() => void writer.kill());

    expect(usualCertificates({ variables: { SSL_CERT_DIR: folder }, system })).toEqual([ONE]);
    expect(() => usualCertificates({ variables: { SSL_CERT_FILE: pipe }, system })).toThrow('no certificate');
  });

  test('are those of the first existing file of the system', () => {
    const folder = folderWith({ 'a.pem': '', 'b.pem': ONE, 'c.pem': TWO });
    const files = ['none.pem', 'a.pem', 'b.pem', 'c.pem'].map((name) => join(folder, name));

    expect(usualCertificates({ variables: {}, system: { files, folders: [folder] } })).toEqual([ONE]);
  });

  test('are those of the folders of the system if it has no such file', () => {
    const folder = folderWith({ 'b.pem': ONE, 'c.pem': TWO });

    expect(usualCertificates({ variables: {}, system: { files: [], folders: [folder] } })).toEqual([ONE, TWO]);
  });

  test('are those of the program if the system has none', () => {
    expect(usualCertificates({ variables: { SSL_CERT_FILE: '' }, system })).toEqual(rootCertificates);
  });

  test('make one context for many connections, and a new one when they change', () => {
    const folder = folderWith({ 'ca.pem': ONE });
    const settings = { variables: { SSL_CERT_FILE: at(folder) }, system };

    const first = secureContextFor(settings);
    const second = secureContextFor(settings);
    writeFileSync(at(folder), TWO);
    const replaced = secureContextFor(settings);

    expect(second).toBe(first);
    expect(replaced).not.toBe(first);
    expect(secureContextFor({ ...settings, caCertPem: THREE })).not.toBe(replaced);
  });
});

/** A client with these environment variables, closed when the test ends. */
function clientOf(baseUrl: string, variables: Record<string, string>, settings: Partial<ClientSettings> = {}): Client {
  const environment = { ...new TestTime(), variables };
  const client = new Client({
    ...settingsFor(baseUrl, 'token-1', new TestTime()),
    maxRetries: 0,
    ...settings,
    environment,
  });
  onTestFinished(() => client.close());
  return client;
}

describe('a server', () => {
  test.each(['SSL_CERT_FILE', 'SSL_CERT_DIR'])('is trusted by %s alone', async (variable) => {
    const { port, cert } = await startTls();
    const folder = folderWith({ 'ca.pem': cert });
    const value = variable === 'SSL_CERT_FILE' ? join(folder, 'ca.pem') : folder;
    const other = folderWith({ 'other.pem': localhostCertificate({ host: 'other.test' }).cert });

    expect(await clientOf(`https://localhost:${port}`, { [variable]: value }).secrets.list()).toEqual([]);
    const without = clientOf(`https://localhost:${port}`, { SSL_CERT_DIR: other });
    expect((await failureOf(without.secrets.list())).message).toContain(
      'The certificate of the server is self-signed, and so not trusted: give it in ca_cert_pem or ca_cert_file.',
    );
    const beside = clientOf(`https://localhost:${port}`, { SSL_CERT_DIR: other }, { caCertPem: cert });
    expect(await beside.secrets.list()).toEqual([]);
  });

  test('may want a certificate of its clients, and the error says that this one has none', async () => {
    const wants = { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' } as const;
    const { port, cert } = await startTls(undefined, wants);

    const { message } = await failureOf(clientOf(`https://localhost:${port}`, {}, { caCertPem: cert }).secrets.list());

    expect(message).toContain('whether it requires a client certificate, which this provider does not support.');
  });

  test('is distinguished from a proxy whose certificate is not trusted', async () => {
    const { port, cert } = await startTls({ host: 'coffer.test' });
    const tls = localhostCertificate();
    const proxy = await startProxy(port, { tls });
    const other = localhostCertificate({ host: 'other.test' });
    const otherProxy = await startProxy(port, { tls: other });
    const messageOf = async (scheme: string, url: string, caCertPem: string) => {
      const variables = { HTTPS_PROXY: url, HTTP_PROXY: url };
      return (await failureOf(clientOf(`${scheme}://coffer.test:${port}`, variables, { caCertPem }).secrets.list()))
        .message;
    };

    for (const scheme of ['https', 'http']) {
      expect(await messageOf(scheme, proxy.url, cert)).toContain('The certificate of the proxy is self-signed');
      expect(await messageOf(scheme, otherProxy.url, cert + other.cert)).toContain(
        'The certificate of the proxy is for another host name: set the host in HTTPS_PROXY or HTTP_PROXY to',
      );
    }
    expect(await messageOf('https', proxy.url, tls.cert)).toContain('The certificate of the server is self-signed');
    expect(await messageOf('https', proxy.url.replace('https:', 'http:'), cert)).not.toContain('certificate');
  });
});
