import { createHash } from 'node:crypto';
import type { Digest, Incoming } from '../../domain/objects/incoming';
import type { ChecksumAlgorithm } from '../../domain/objects/records';
import { incompleteBody, S3Error, tooLarge, tooSmall } from '../errors';
import { createThreadHasher, HASH_THREADS, passThrough, rest, ThreadHasher } from './hash-threads';
import { createHasher, type Hasher } from './hasher';

/** Hashing a smaller body takes less time than handing it to a thread. */
const WORTH_A_THREAD_BYTES = 1024 * 1024;

/** Expected properties of bytes. Omitted ones are not checked. */
export interface Expected {
  readonly length?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly md5?: Buffer | undefined;
  /** In hex: `x-amz-content-sha256`. */
  readonly sha256?: string | undefined;
  /** Computed, then compared with `value()` (base64), called after the last byte because the value may come in a trailer. */
  readonly checksum?: { readonly algorithm: ChecksumAlgorithm; readonly value: () => string | undefined } | undefined;
  /** Whether to compute a CRC64NVME beside the checksum, which is another one. */
  readonly isCrc64nvmeWanted?: boolean | undefined;
}

/** Passes bytes on and hashes them. Refuses too many as soon as they arrive, unexpected ones at the end. Also for forms and copied bytes. */
export function checkBytes(source: AsyncIterable<Uint8Array>, expected: Expected): Incoming {
  let digest: Digest | undefined;

  async function* pass(): AsyncGenerator<Uint8Array> {
    const hashes = await createHashes(expected);
    const limit = Math.min(expected.length ?? Number.POSITIVE_INFINITY, expected.maxLength ?? Number.POSITIVE_INFINITY);
    let length = 0;
    try {
      for await (const piece of source) {
        length += piece.length;
        if (length > limit) break;
        for (const hasher of hashes.direct) hasher.update(piece);
        const passed = passThrough(hashes.threads, [piece]);
        for (const one of passed instanceof Promise ? await passed : passed) yield one;
      }
      for (const passed of await rest(hashes.threads)) yield passed;
      checkLength(length, expected);
      digest = await hashes.digest();
    } finally {
      if (!digest) for (const hasher of hashes.threads) hasher.abandon();
    }
  }

  return {
    chunks: pass(),
    length: expected.length,
    digest() {
      if (digest === undefined) throw new Error('There is no digest before the last chunk');
      return digest;
    },
  };
}

/** Checksums that are computed anyway. */
const SHARED: ReadonlySet<ChecksumAlgorithm> = new Set<ChecksumAlgorithm>(['MD5', 'SHA256']);

async function createHashes(expected: Expected) {
  const { length = 0, sha256: signed, checksum: wanted, isCrc64nvmeWanted } = expected;
  let threads = length < WORTH_A_THREAD_BYTES ? 0 : HASH_THREADS;
  const create = (algorithm: 'md5' | 'sha256') => {
    threads -= 1;
    return threads < 0 ? createHash(algorithm) : createThreadHasher(algorithm);
  };
  // The slowest hash first: there may be no thread left for the others.
  const sha256 = signed !== undefined || wanted?.algorithm === 'SHA256' ? create('sha256') : undefined;
  const md5 = create('md5');
  const checksum = wanted && !SHARED.has(wanted.algorithm) ? await createHasher(wanted.algorithm) : undefined;
  const crc64nvme = isCrc64nvmeWanted ? await createHasher('CRC64NVME') : undefined;
  const all = [md5, sha256, checksum, crc64nvme].filter((hasher) => hasher !== undefined);
  return {
    direct: all.filter((hasher): hasher is Hasher => !(hasher instanceof ThreadHasher)),
    threads: all.filter((hasher) => hasher instanceof ThreadHasher),
    async digest() {
      const [md5Bytes, sha256Bytes] = await Promise.all([md5.digest(), sha256?.digest()]);
      return compare(md5Bytes, sha256Bytes, [checksum?.digest(), crc64nvme?.digest()], expected);
    },
  };
}

function checkLength(length: number, { length: announced, minLength = 0, maxLength }: Expected): void {
  if (maxLength !== undefined && length > maxLength) throw tooLarge(length, maxLength);
  if (announced !== undefined && length !== announced) throw incompleteBody();
  if (length < minLength) throw tooSmall(length, minLength);
}

/** `sha256` and `md5` also serve as the checksum of their names. */
function compare(
  md5: Buffer,
  sha256: Buffer | undefined,
  [checksum, crc64nvme]: readonly [Buffer | undefined, Buffer | undefined],
  expected: Expected,
): Digest {
  if (expected.sha256 !== undefined && sha256 !== undefined) checkSha256(sha256.toString('hex'), expected.sha256);
  if (expected.md5 !== undefined && !md5.equals(expected.md5)) {
    throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.', {
      ExpectedDigest: expected.md5.toString('base64'),
      CalculatedDigest: md5.toString('base64'),
    });
  }
  const etag = md5.toString('hex');
  const shared = expected.checksum?.algorithm === 'MD5' ? md5 : sha256;
  const value = (checksum ?? shared)?.toString('base64');
  if (expected.checksum === undefined || value === undefined) return { etag, checksum: undefined };
  const { algorithm } = expected.checksum;
  const announced = expected.checksum.value();
  if (announced !== undefined && announced !== value) {
    throw new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
  }
  const also = crc64nvme && { crc64nvme: crc64nvme.toString('base64') };
  return { etag, checksum: { algorithm, type: 'FULL_OBJECT', value, ...also } };
}

function checkSha256(computed: string, announced: string): void {
  if (computed === announced.toLowerCase()) return;
  throw new S3Error(
    'XAmzContentSHA256Mismatch',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
    { ClientComputedContentSHA256: announced, S3ComputedContentSHA256: computed },
  );
}
