import { expect, test } from 'vitest';
import { createHasher } from '../../../../../emulator/s3/body/hasher';
import { combineCrcs } from '../../../../../emulator/s3/multipart/crc-combine';
import { fc } from '../../../support/property';

async function crc(algorithm: 'CRC32' | 'CRC32C' | 'CRC64NVME', bytes: Uint8Array): Promise<string> {
  const hasher = await createHasher(algorithm);
  hasher.update(bytes);
  return hasher.digest().toString('base64');
}

test.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)(
  'the %s of pieces, joined, is that of the whole',
  async (algorithm) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 8 }), async (pieces) => {
        const parts = await Promise.all(
          pieces.map(async (piece) => ({ size: piece.length, value: await crc(algorithm, piece) })),
        );

        expect(combineCrcs(algorithm, parts)).toBe(await crc(algorithm, Buffer.concat(pieces)));
      }),
    );
  },
);
