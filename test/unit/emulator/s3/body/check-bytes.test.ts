import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { checkBytes, type Expected } from '../../../../../emulator/s3/body/check-bytes';
import { receive } from './support';

const check = (expected: Expected, ...pieces: string[]) =>
  receive(checkBytes(Readable.from(pieces.map((piece) => Buffer.from(piece))), expected));

// Large enough for hashes to be computed in threads.
const LARGE = randomBytes(3 * 1024 * 1024 + 1);
const hashOf = (algorithm: string) => createHash(algorithm).update(LARGE);

it.each<[string, Expected, string | undefined]>([
  ['with both hashes', { md5: hashOf('md5').digest(), sha256: hashOf('sha256').digest('hex') }, undefined],
  ['with another MD5', { md5: Buffer.alloc(16) }, 'BadDigest'],
  ['with another SHA-256', { sha256: '0'.repeat(64) }, 'XAmzContentSHA256Mismatch'],
  ['with another CRC32', { checksum: { algorithm: 'CRC32', value: () => 'AAAAAA==' } }, 'BadDigest'],
])('a large body %s', async (_, expected, code) => {
  const source = Readable.from([LARGE.subarray(0, 100_000), new Uint8Array(LARGE.subarray(100_000))]);

  const checked = receive(checkBytes(source, { ...expected, length: LARGE.length }));

  if (code === undefined) {
    const { bytes, etag } = await checked;
    expect(etag).toBe(hashOf('md5').digest('hex'));
    expect(bytes.equals(LARGE)).toBe(true);
  } else await expect(checked).rejects.toMatchObject({ code });
});

it.each<[Expected, string | undefined]>([
  [{ minLength: 5, maxLength: 5 }, undefined],
  [{ minLength: 6 }, 'EntityTooSmall'],
  [{ maxLength: 4 }, 'EntityTooLarge'],
  [{ length: 4 }, 'IncompleteBody'],
  [{ length: 6 }, 'IncompleteBody'],
  [{ length: 5, maxLength: 4 }, 'EntityTooLarge'],
])('five bytes with %j: %s', async (expected, code) => {
  const checked = check(expected, 'he', 'llo');

  if (code === undefined) expect((await checked).bytes.toString()).toBe('hello');
  else await expect(checked).rejects.toMatchObject({ code });
});

it('passes no byte on that is too many', async () => {
  const passed: string[] = [];

  const act = async () => {
    const source = Readable.from([Buffer.from('he'), Buffer.from('llo')]);
    for await (const piece of checkBytes(source, { maxLength: 4 }).chunks) passed.push(Buffer.from(piece).toString());
  };

  await expect(act()).rejects.toMatchObject({ code: 'EntityTooLarge' });
  expect(passed).toEqual(['he']);
});
