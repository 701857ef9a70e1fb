import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, get, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { expect, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import { clientFor } from '../s3/support';
import { startEmulator, temporaryFolder } from '../support';

/** GET over HTTPS. Rejects when the certificate is not trusted. */
function fetchSecurely(url: string, options: RequestOptions) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    get(url, { agent: false, ...options }, async (response) => {
      resolve({ status: response.statusCode, body: await text(response) });
    }).on('error', reject);
  });
}

/** Connects to this port under another name, and gives the names that the server's certificate is for. */
function namesShownTo(servername: string, emulator: Emulator): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const port = Number(new URL(emulator.baseUrl).port);
    const socket = connect({ host: '127.0.0.1', port, servername, ca: emulator.caCertPem }, () => {
      resolve(socket.getPeerX509Certificate()?.subjectAltName);
      socket.destroy();
    }).on('error', reject);
  });
}

test('both listeners speak HTTPS to whoever trusts the CA', async () => {
  const emulator = await startEmulator({ tls: true });
  const { caCertPem: ca, token, baseUrl, s3Endpoint, dashboardUrl } = emulator;

  const rest = await fetchSecurely(`${baseUrl}/secrets`, { ca, headers: { authorization: `Bearer ${token}` } });
  const s3 = await fetchSecurely(s3Endpoint, { ca });
  const dashboard = await fetchSecurely(dashboardUrl, { ca });

  expect([baseUrl, s3Endpoint].map((url) => new URL(url).protocol)).toEqual(['https:', 'https:']);
  expect(rest).toEqual({ status: 200, body: '[]' });
  expect(s3.body).toContain('<Error>');
  expect(dashboard.status).toBeLessThan(400);
});

test('the cookie of the dashboard is for HTTPS only', async () => {
  const { caCertPem: ca, dashboardUrl, token } = await startEmulator({ tls: true });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  const cookies = await new Promise<string[] | undefined>((resolve, reject) => {
    const sent = request(`${dashboardUrl}/sign-in`, { agent: false, ca, method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.headers['set-cookie']);
    });
    sent.on('error', reject).end(`token=${token}`);
  });

  expect(cookies?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
});

test('the location of an object that was made of parts begins with https', async () => {
  const emulator = await startEmulator({ tls: true });
  const credentials = { accessKeyId: 'GKtls', secretAccessKey: 'a-secret-key-of-a-test' };
  emulator.seedFrom({
    buckets: [{ id: 'b', alias: 'parts', max_size: 1000n }],
    access_keys: [
      {
        ...{ access_key_id: credentials.accessKeyId, secret_access_key: credentials.secretAccessKey },
        ...{ buckets: ['parts'], permissions: { write: true } },
      },
    ],
  });
  const httpsAgent = new Agent({ ca: emulator.caCertPem ?? '' });
  const client = clientFor(emulator, credentials, 'path', { requestHandler: new NodeHttpHandler({ httpsAgent }) });
  const at = { Bucket: 'parts', Key: 'k' };

  const { UploadId } = await client.createMultipartUpload(at);
  const { ETag } = await client.uploadPart({ ...at, UploadId, PartNumber: 1, Body: 'x' });
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  const { Location } = await client.completeMultipartUpload({ ...at, UploadId, MultipartUpload });

  expect(Location).toBe(`${emulator.s3Endpoint}/parts/k`);
});

test('its certificates are for loopback, the host, and every name below localhost', async () => {
  const emulator = await startEmulator({ tls: true, host: '127.0.0.2', tokens: ['t'] });
  const reached = await fetchSecurely(emulator.baseUrl, { ca: emulator.caCertPem });
  const inner = await startEmulator({ tls: true });

  const all = await namesShownTo('localhost', inner);

  expect(reached.status).toBe(404);
  expect(all).toBe('DNS:localhost, DNS:*.localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
  expect(await namesShownTo('calm-otter-1.localhost', inner)).toBe('DNS:calm-otter-1.localhost');
  expect(await namesShownTo('a.b.localhost', inner)).toBe('DNS:a.b.localhost');
  await expect(namesShownTo('example.org', inner)).rejects.toThrow(/example\.org/);
});

test('a data folder keeps its CA, for its owner only, and offers it as a file', async () => {
  const dataDir = temporaryFolder();
  const first = await Emulator.start({ tls: true, dataDir });
  await first.stop();

  const second = await startEmulator({ tls: true, dataDir });

  expect(second.caCertPem).toBe(first.caCertPem);
  expect(second.caFile).toBe(join(dataDir, 'ca.pem'));
  expect(readFileSync(join(dataDir, 'ca.pem'), 'utf8')).toBe(first.caCertPem);
  for (const name of ['ca.pem', 'ca-key.pem']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
});

test('E11: half of a CA is replaced, and kept; what is no certificate is told', async () => {
  const dataDir = temporaryFolder();
  const first = await Emulator.start({ tls: true, dataDir });
  await first.stop();

  rmSync(join(dataDir, 'ca-key.pem'));
  const second = await Emulator.start({ tls: true, dataDir });
  await second.stop();
  expect(readFileSync(join(dataDir, 'lost+found', 'ca.pem'), 'utf8')).toBe(first.caCertPem);
  writeFileSync(join(dataDir, 'ca.pem'), 'no certificate');

  expect(second.caCertPem).not.toBe(first.caCertPem);
  await expect(Emulator.start({ tls: true, dataDir })).rejects.toThrow(/ca\.pem is not a certificate/);
});
