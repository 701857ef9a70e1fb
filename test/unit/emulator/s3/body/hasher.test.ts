import { expect, it } from 'vitest';
import type { ChecksumAlgorithm } from '../../../../../emulator/domain/objects/records';
import { CHECKSUM_BYTES, createHasher } from '../../../../../emulator/s3/body/hasher';

// Source: the check values of the catalogue of parametrised CRC algorithms; SHA of "123456789" by sha1sum and sha256sum.
const DIGESTS: [ChecksumAlgorithm, string][] = [
  ['CRC32', 'cbf43926'],
  ['CRC32C', 'e3069283'],
  ['CRC64NVME', 'ae8b14860a799888'],
  ['SHA1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['SHA256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
];

it.each(DIGESTS)('%s of 123456789 is %s, however it is cut', async (algorithm, digest) => {
  for (const pieces of [['123456789'], ['1', '', '2345', '6789']]) {
    const hasher = await createHasher(algorithm);
    for (const piece of pieces) hasher.update(Buffer.from(piece));

    expect(hasher.digest().toString('hex')).toBe(digest);
  }
});

it.each(DIGESTS)('%s of several bodies at once', async (algorithm, digest) => {
  const hashers = await Promise.all([1, 2, 3].map(() => createHasher(algorithm)));
  for (const digit of '123456789') for (const hasher of hashers) hasher.update(Buffer.from(digit));

  expect(hashers.map((hasher) => hasher.digest().toString('hex'))).toEqual([digest, digest, digest]);
});

it('knows how long they are', async () => {
  for (const [algorithm, digest] of DIGESTS) expect(CHECKSUM_BYTES[algorithm]).toBe(digest.length / 2);
});
