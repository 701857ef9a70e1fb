import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createThreadHasher } from '../../../../emulator/s3/body/hash-threads';

const MIB = 2 ** 20;

test.each([0, 1, 512 * 1024 - 1, 512 * 1024, 3 * MIB + 17])(
  'hashes %i bytes as one piece and as many',
  async (size) => {
    const bytes = randomBytes(size);

    for (const algorithm of ['md5', 'sha256'] as const) {
      for (const pieceSize of [size || 1, 65_536, 100_001]) {
        expect(await hashInThread(algorithm, bytes, pieceSize)).toBe(createHash(algorithm).update(bytes).digest('hex'));
      }
    }
  },
);

test('many bodies at once do not disturb one another, nor do those that are given up', async () => {
  const bodies = Array.from({ length: 12 }, () => randomBytes(2 * MIB));

  const digests = await Promise.all(
    bodies.map(async (bytes, index) => {
      if (index % 3 > 0) return hashInThread('md5', bytes, 65_536);
      const hasher = createThreadHasher('md5');
      await hasher.update(bytes);
      hasher.abandon?.();
      return undefined;
    }),
  );

  const expected = bodies.map((bytes, index) =>
    index % 3 > 0 ? createHash('md5').update(bytes).digest('hex') : undefined,
  );
  expect(digests).toEqual(expected);
});

test("bytes are the caller's again once they are taken", async () => {
  const bytes = Buffer.alloc(MIB, 'first');
  const expected = createHash('md5').update(bytes).digest('hex');
  const hasher = createThreadHasher('md5');

  await hasher.update(bytes);
  bytes.fill('second');

  expect((await hasher.digest()).toString('hex')).toBe(expected);
});

test('what ends a thread fails what it was at, and the next hash gets another thread', async () => {
  const failing = createThreadHasher('no such algorithm' as 'md5');

  await expect(Promise.resolve(failing.digest())).rejects.toThrow('Digest method not supported');

  expect(await hashInThread('md5', randomBytes(1), 1)).toHaveLength(32);
});

async function hashInThread(algorithm: 'md5' | 'sha256', bytes: Buffer, pieceSize: number): Promise<string> {
  const hasher = createThreadHasher(algorithm);
  for (let at = 0; at < bytes.length; at += pieceSize) await hasher.update(bytes.subarray(at, at + pieceSize));
  return (await hasher.digest()).toString('hex');
}
