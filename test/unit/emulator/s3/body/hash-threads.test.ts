import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createThreadHasher,
  passThrough,
  rest,
  type ThreadAlgorithm,
} from '../../../../../emulator/s3/body/hash-threads';

const MIB = 2 ** 20;

/** Cuts into pieces; `own`: each has memory of its own, as what comes off a connection has. */
const CUTS = {
  'views of one memory': (bytes: Buffer) => cut(bytes, 65_536),
  'odd pieces of their own': (bytes: Buffer) => cut(bytes, 100_001).map(own),
  'small pieces of their own': (bytes: Buffer) => cut(bytes, 1_000).map(own),
};

test.each(Object.keys(CUTS) as (keyof typeof CUTS)[])(
  'hashes %s with one algorithm or two, and gives the bytes back',
  async (name) => {
    for (const size of [0, 1, 512 * 1024 - 1, 512 * 1024, 3 * MIB + 17]) {
      const bytes = randomBytes(size);

      for (const algorithms of [['md5'], ['sha256'], ['md5', 'sha256']] as const) {
        const { digests, given } = await hashInThreads(algorithms, CUTS[name](Buffer.from(bytes)));

        expect(digests).toEqual(algorithms.map((algorithm) => digestOf(algorithm, bytes)));
        expect(given.equals(bytes)).toBe(true);
      }
    }
  },
);

async function hashInThreads(algorithms: readonly ThreadAlgorithm[], pieces: readonly Uint8Array[]) {
  const hashers = algorithms.map((algorithm) => createThreadHasher(algorithm));
  const given: Uint8Array[] = [];
  for (const piece of pieces) given.push(...(await passThrough(hashers, [piece])));
  given.push(...(await rest(hashers)));
  const digests = await Promise.all(hashers.map(async (hasher) => (await hasher.digest()).toString('hex')));
  return { digests, given: Buffer.concat(given) };
}

function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

const own = (bytes: Uint8Array) => new Uint8Array(bytes);

const digestOf = (algorithm: ThreadAlgorithm, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex');
