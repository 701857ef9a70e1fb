import { VirtualClock } from '../../../../../emulator';
import type { RawRequest } from '../raw';
import { startS3 } from '../support';

/** The time, which stands still. */
export const AT = '2030-05-10T12:00:00.000Z';
/** ETag of `hello`. */
export const HELLO = '5d41402abc4b2a76b9719d911017c592';
/** Checksum of `hello`. */
export const CRC32 = 'NhCmhg==';
export const ANNOUNCED = '<ChecksumAlgorithm>CRC32</ChecksumAlgorithm><ChecksumType>FULL_OBJECT</ChecksumType>';

/** A document in S3's namespace. */
export const document = (root: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`;

/** An emulator whose clock stands still, with the objects `a b` and `dir/c`, `hello` in each. */
export async function openStill(options: { readonly s3Buckets?: boolean } = {}) {
  const clock = new VirtualClock();
  clock.set(new Date(AT));
  clock.freeze();
  const bench = await startS3('path', { clock, ...options });
  const { Bucket, ask, emulator } = bench;
  const path = `/${Bucket}`;
  const headers = { 'x-amz-checksum-crc32': CRC32 };
  for (const key of ['a%20b', 'dir/c']) await ask({ method: 'PUT', path: `${path}/${key}`, headers, body: 'hello' });
  const textOf = async (request: Partial<RawRequest>) => (await ask({ method: 'GET', path, ...request })).text;
  const begin = async (key: string, headers: Record<string, string> = {}) => {
    const text = await textOf({ method: 'POST', path: `${path}/${key}`, query: { uploads: '' }, headers });
    return { text, id: /<UploadId>(.*)<\/UploadId>/.exec(text)?.[1] ?? '' };
  };
  const owner = `<Owner>${account(emulator.projectId)}</Owner>`;
  const initiator = `<Initiator>${account(bench.credentials.accessKeyId)}</Initiator>`;
  return { ...bench, path, textOf, begin, owner, initiator };
}

export const account = (id: string) => `<ID>${id}</ID><DisplayName>${id}</DisplayName>`;
