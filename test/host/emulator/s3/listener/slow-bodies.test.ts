import { connect, type Socket } from 'node:net';
import * as s3 from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Pace } from '../../../../../emulator/s3/listener/guard';
import { startEmulator } from '../../support';
import { clientFor } from '../support';

describe('a body that never ends', () => {
  const credentials = { accessKeyId: 'GKslow', secretAccessKey: 'only-for-this-test' };
  const Bucket = 'slow';

  /** Every body is slow at once: what decides is only that bytes come one by one. REST is left alone: it is as impatient. */
  async function open() {
    const emulator = await startEmulator({ requestTimeoutMs: 1 });
    emulator.seedFrom({
      buckets: [{ id: 'bucket-1', alias: Bucket, max_size: 10 ** 9 }],
      access_keys: [
        {
          ...{ access_key_id: credentials.accessKeyId, secret_access_key: credentials.secretAccessKey },
          ...{ buckets: [Bucket], permissions: { owner: true } },
        },
      ],
    });
    return { emulator, client: clientFor(emulator, credentials) };
  }

  /** Sends a head and then byte after byte, until the other end has had enough; gives what it said. */
  function drip(endpoint: string, head: string, bytes: string): Promise<string> {
    const { hostname, port } = new URL(endpoint);
    return new Promise((resolve) => {
      let received = '';
      let timer: NodeJS.Timeout | undefined;
      let at = 0;
      const socket: Socket = connect(Number(port), hostname, () => {
        socket.write(head);
        // Not before: what is written while the connection is made goes out ahead of the head.
        timer = setInterval(() => socket.write(bytes[at++ % bytes.length] ?? ''), 5);
      });
      onTestFinished(() => void socket.destroy());
      socket.setNoDelay(true);
      const end = () => {
        clearInterval(timer);
        resolve(received);
      };
      socket.on('data', (data) => {
        received += data;
        if (received.includes('</Error>')) end();
      });
      socket.on('error', end);
      socket.on('close', end);
    });
  }

  test('ends with RequestTimeout, and nothing of it is stored', async () => {
    const { client, emulator } = await open();
    const url = new URL(await getSignedUrl(client, new s3.PutObjectCommand({ Bucket, Key: 'k' })));
    const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 1000000\r\n\r\n`;

    const received = await drip(emulator.s3Endpoint, head, 'x');

    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('<Code>RequestTimeout</Code>');
    expect(emulator.inspect.objects('bucket-1')).toEqual([]);
  });

  test('is ended in the fields of a form, too, which no key has signed yet', async () => {
    const { emulator } = await open();
    const type = 'multipart/form-data; boundary=limit';
    const head = `POST /${Bucket} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`;
    const field = '--limit\r\nContent-Disposition: form-data; name="key"\r\n\r\nvalue\r\n';

    expect(await drip(emulator.s3Endpoint, head, field)).toContain('<Code>RequestTimeout</Code>');
  });
});

test.each([
  ['nothing, for as long as it may', [[0, 1000]], false],
  ['nothing, for longer', [[0, 1001]], true],
  [
    'enough on average',
    [
      [4096, 1],
      [0, 3999],
    ],
    false,
  ],
  [
    'less on average',
    [
      [4096, 1],
      [0, 4001],
    ],
    true,
  ],
] as [string, [number, number][], boolean][])('a client that sends %s', (_name, pieces, isRefused) => {
  const pace = new Pace(1000);

  const note = () => {
    for (const [bytes, ms] of pieces) pace.note(bytes, ms);
    return 'noted';
  };

  if (isRefused) expect(note).toThrow('timeout period');
  else expect(note()).toBe('noted');
});
