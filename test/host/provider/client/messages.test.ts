import { createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ClientSettings } from '../../../../provider/client';
import { startServer } from '../../../unit/provider/client/raw-server';
import { listen } from '../../../unit/support/listen';
import { clientOf } from './client-of';
import { bytes, failureOf, startService } from './fixture';

describe('messages', () => {
  test('P2: no error contains token, value, password or their base64 if a server echoes them', async () => {
    const server = await startServer((request, response) => {
      if (request.method === 'GET') return response.end('[]');
      response.statusCode = 400;
      const { value, password } = JSON.parse(request.body);
      const plain = Buffer.from(value ?? '', 'base64').toString();
      return response.end(
        JSON.stringify({ error: { message: `bad ${request.headers.authorization} ${value ?? password} ${plain}` } }),
      );
    });
    const client = clientOf(server.baseUrl);

    const errors = await Promise.all(
      [
        client.secrets.create({ projectId: 'p', name: 'db', value: bytes('canary-value') }),
        client.secrets.update({ id: 's', name: 'db', value: bytes('canary-value') }),
        client.pullSecrets.create({ projectId: 'p', server: 's', username: 'u', password: 'canary-password' }),
      ].map(failureOf),
    );

    for (const error of errors) {
      const everything = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
      expect(everything).toContain('bad Bearer [redacted] [redacted]');
      expect(everything).not.toMatch(/token-1|canary/);
      expect(everything).not.toContain(Buffer.from('canary-value').toString('base64'));
    }
  });

  test('do not repeat headers of the settings that a server echoes in its message or its headers', async () => {
    const headers = { 'X-Gateway-Key': 'canary "of" the gateway' };
    const server = await startServer(({ headers: sent }, response) => {
      const key = String(sent['x-gateway-key']);
      response.writeHead(403, { 'x-request-id': key });
      response.end(JSON.stringify({ error: { message: `no entry with ${key}, ${btoa(key)}` } }));
    });

    const error = await failureOf(clientOf(server.baseUrl, { headers }).buckets.list());

    expect(error.message).toContain('no entry with [redacted], [redacted] (request id [redacted])');
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toMatch(/canary|gateway/);
  });

  test('a token that no header can carry is an error that does not repeat it', async () => {
    const server = await startServer((_request, response) => response.end('[]'));
    const client = clientOf(server.baseUrl, { token: 'canary\ntoken' });

    const error = await failureOf(client.secrets.list());

    expect(error.name).toBe('NetworkError');
    expect(`${error.stack} ${String(error.cause)}`).not.toContain('canary');
  });

  test('a response that is not HTTP is an error that does not quote it', async () => {
    const server = createTcpServer((socket) => socket.resume().end('canary-bytes\r\n\r\n'));
    const port = await listen(server);

    const error = await failureOf(clientOf(`http://127.0.0.1:${port}`, { maxRetries: 0 }).secrets.list());

    expect(error.name).toBe('NetworkError');
    expect(`${JSON.stringify(error)} ${JSON.stringify(error.cause)}`).not.toContain('canary');
  });

  test('the log describes the requests and contains no secret', async () => {
    const lines: string[] = [];
    const log: ClientSettings['log'] = (level, message, fields) => {
      lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
    };
    const { client, emulator, projectId } = await startService({}, { log });
    emulator.faults.add({ operation: 'createSecret', status: 429, times: 1 });

    await client.secrets.create({ projectId, name: 'db', value: bytes('canary-value') });

    expect(lines.join('\n')).toContain('POST');
    expect(lines.some((line) => line.startsWith('info repeating'))).toBe(true);
    expect(lines.join('\n')).not.toMatch(/canary/);
    expect(lines.join('\n')).not.toContain(emulator.token);
  });
});
