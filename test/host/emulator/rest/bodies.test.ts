import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Emulator } from '../../../../emulator';
import { start } from '../support';

/** Sends the head of a request that announces a body, and the beginning of that; resolves with what comes back first. */
async function sendHead({ baseUrl }: Emulator, head: readonly string[], body = ''): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const [line = '', ...headers] = head;
  socket.write(`${[`${line} HTTP/1.1`, 'host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`);
  const [data] = await once(socket, 'data');
  return String(data).split('\r\n', 1)[0] ?? '';
}

const JSON_BODY = ['content-type: application/json', 'content-length: 100'];

test.each([
  ['no token', ['PUT /s3/buckets', 'transfer-encoding: chunked', 'content-type: application/json'], 401],
  ['a method that the path has not', ['PATCH /secrets', ...JSON_BODY], 405],
  ['a snapshot from another site', ['PUT /_emulator/snapshot', 'origin: https://page.test', 'content-length: 99'], 403],
])('E15: %s is refused before the body comes', async (_, head, status) => {
  const { emulator } = await start();

  expect(await sendHead(emulator, head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

const WAITING = [...JSON_BODY, 'expect: 100-continue'];

test.each([
  ['a token that nobody has', ['POST /secrets', 'authorization: Bearer nobody', ...WAITING], 401],
  ['a path that nobody knows', ['POST /nothing', ...WAITING], 404],
  ['a fault from elsewhere', ['POST /_emulator/faults', 'x-forwarded-for: 10.0.0.1', ...WAITING], 403],
])('E15: %s is refused instead of being told to continue, and the connection ends', async (_, head, status) => {
  const { emulator } = await start();
  const socket = connect(Number(new URL(emulator.baseUrl).port), '127.0.0.1');
  const [line = '', ...headers] = head;
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });

  socket.write(`${[`${line} HTTP/1.1`, 'host: localhost', ...headers].join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');

  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(received).not.toContain('100 Continue');
});

test.each([[{}], [{ tls: true }]])(
  'a body that is welcome is asked for, and the connection goes on (%j)',
  async (options) => {
    const { emulator, project } = await start(options);
    const { hostname, port, protocol } = new URL(emulator.baseUrl);
    const module = protocol === 'https:' ? https : http;
    const agent = new module.Agent({ keepAlive: true, maxSockets: 1, ca: emulator.caCertPem } as https.AgentOptions);
    onTestFinished(() => agent.destroy());
    const body = JSON.stringify({ project_id: project, name: 'a', value: 'eA==' });
    const ports = new Set<number | undefined>();
    const post = (path: string, text: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${emulator.token}`,
          ...{ 'content-type': 'application/json', 'content-length': text.length, expect: '100-continue' },
        };
        const sent = module.request({ method: 'POST', hostname, port, path, agent, headers }, (response) => {
          ports.add(response.socket.localPort);
          response.resume().on('end', () => resolve(response.statusCode));
        });
        sent.on('error', reject);
        sent.on('continue', () => sent.end(text));
        sent.flushHeaders();
      });

    expect(await post('/secrets', body)).toBe(201);
    expect(await post('/_emulator/clock/advance', '{"ms":1}')).toBe(200);
    expect(ports.size).toBe(1);
  },
);

test('E15: a client hears the error response while it sends, and its connection goes on', async () => {
  const { emulator, send } = await start();
  const body = Buffer.alloc(1_000_000, ' ');

  for (const _ of [1, 2, 3]) {
    expect((await send('POST', '/secrets', body, { authorization: 'Bearer nobody' })).status).toBe(401);
  }

  expect((await send('GET', '/secrets')).status).toBe(200);
  expect(emulator.journal.count({ status: 401 })).toBe(3);
});

test('a request whose body does not come ends, and a request that a fault holds does not', async () => {
  const { emulator, send } = await start({ requestTimeoutMs: 200 });
  const held = emulator.faults.add({ operation: 'listSecrets', pause: true });
  const waiting = send('GET', '/secrets');
  await held.whenMet();

  const statusLine = await sendHead(
    emulator,
    ['POST /secrets', `authorization: Bearer ${emulator.token}`, ...JSON_BODY],
    '{',
  );
  held.release();

  expect(statusLine).toBe('HTTP/1.1 408 Request Timeout');
  expect((await waiting).status).toBe(200);
});
