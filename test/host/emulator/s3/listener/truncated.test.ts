import { connect } from 'node:net';
import * as s3 from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, onTestFinished, test } from 'vitest';
import { shareS3 } from '../support';

const share = shareS3();

/** Everything that comes back until the emulator closes the connection, as head and body. */
async function receive(url: string, method = 'GET') {
  const { hostname, port, pathname, search, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const received = Buffer.concat(await socket.toArray()).toString('latin1');
  const [head = '', body] = received.split('\r\n\r\n');
  return { length: /^content-length: (\d+)/im.exec(head)?.[1], sent: body?.length };
}

test.each<[size: number, truncate: number | true, sent: number]>([
  [10, 3, 3],
  [10, 0, 0],
  [10, 10, 9],
  [10, true, 5],
  [2_000_000, 1_500_000, 1_500_000],
  [2_000_000, true, 1_000_000],
])('of %i bytes, truncated at %s, come %i, and all are announced', async (size, truncate, sent) => {
  const { client, Bucket, emulator } = await share();
  await client.putObject({ Bucket, Key: 'k', Body: 'x'.repeat(size) });
  const url = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'k' }));
  emulator.faults.add({ operation: 'GetObject', truncate, times: 1 });

  const received = await receive(url);

  expect(received).toEqual({ length: String(size), sent });
  expect(emulator.journal.requests({ operation: 'GetObject' }).at(-1)?.status).toBe('cut');
});

test.each(['GET', 'HEAD'])('of a response to %s without a body nothing comes', async (method) => {
  const { client, Bucket, emulator } = await share();
  const operation = method === 'GET' ? 'GetObject' : 'HeadObject';
  const Command = method === 'GET' ? s3.GetObjectCommand : s3.HeadObjectCommand;
  await client.putObject({ Bucket, Key: 'k', Body: method === 'GET' ? '' : 'hello' });
  const url = await getSignedUrl(client, new Command({ Bucket, Key: 'k' }) as s3.GetObjectCommand);
  emulator.faults.add({ operation, truncate: 1, times: 1 });

  expect(await receive(url, method)).toEqual({ length: undefined, sent: undefined });
  expect(emulator.journal.requests({ operation }).at(-1)?.status).toBe('cut');
});
