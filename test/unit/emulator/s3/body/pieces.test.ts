import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { piecesOf } from '../../../../../emulator/s3/body/pieces';
import { S3Error } from '../../../../../emulator/s3/errors';

test('pieces are handed on as they came, not joined', async () => {
  const body = new PassThrough();
  const sent = ['one', 'two', 'three'].map((text) => Buffer.from(text));
  for (const piece of sent) body.write(piece);
  body.end();

  const received: Uint8Array[] = [];
  for await (const piece of piecesOf(body)) received.push(piece);

  expect(received.map((piece, index) => piece === sent[index])).toEqual([true, true, true]);
});

test('a body that was over before anybody asked', async () => {
  const body = new PassThrough();
  body.destroy();

  await expect(piecesOf(body).next()).rejects.toMatchObject({ code: 'IncompleteBody' });
});

test('a body that breaks in the middle is incomplete', async () => {
  const body = new PassThrough();
  body.write('half');
  const pieces = piecesOf(body);

  const first = await pieces.next();
  const second = pieces.next();
  body.destroy(new Error('the connection broke'));

  expect(String(first.value)).toBe('half');
  await expect(second).rejects.toMatchObject({ code: 'IncompleteBody' });
});

test('a body that ends with an error of S3 throws that', async () => {
  const body = new PassThrough();
  const next = piecesOf(body).next();
  body.destroy(new S3Error('MalformedPOSTRequest', 'It ends early.'));

  await expect(next).rejects.toMatchObject({ code: 'MalformedPOSTRequest' });
});

test('who takes slowly makes the sender wait, who stops lets the rest pass', async () => {
  const body = new PassThrough({ highWaterMark: 1024 });
  const pieces = piecesOf(body);
  const first = pieces.next();
  for (let count = 0; count < 64; count += 1) body.write(Buffer.alloc(8 * 1024));

  await first;
  const isWaiting = body.isPaused();
  const [, ended] = [await pieces.return(undefined), new Promise((resolve) => body.on('end', resolve))];
  body.end();
  await ended;

  expect(isWaiting).toBe(true);
  expect(body.readableLength).toBe(0);
});
