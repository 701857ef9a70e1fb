import { expect, test } from 'vitest';
import { shareS3 } from '../support';
import { MALFORMED, type Told, told, written } from './told';

const share = shareS3();
const HELLO = '5d41402abc4b2a76b9719d911017c592';
const MIB = 1024 ** 2;
const ORDER = 'The list of parts was not in ascending order. Parts must be ordered by part number.';
const PART =
  "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.";

type Bench = Awaited<ReturnType<typeof open>>;
let opened: Promise<Bench> | undefined;
/** One for all tests in which it is not completed. */
const openOnce = () => (opened ??= open());

/** An upload of the parts `hello`, `hello`, one that is a byte too small to have others behind it, and one that is large enough. */
async function open() {
  const { Bucket, ask } = await share();
  const path = `/${Bucket}/k`;
  const { text } = await ask({ method: 'POST', path, query: { uploads: '' } });
  const id = /<UploadId>(.*)<\/UploadId>/.exec(text)?.[1] ?? '';
  const put = async (partNumber: string, body: Uint8Array | string) => {
    const { headers } = await ask({ method: 'PUT', path, query: { uploadId: id, partNumber }, body });
    return headers.etag?.replaceAll('"', '') ?? '';
  };
  await put('1', 'hello');
  await put('2', 'hello');
  const small = await put('3', Buffer.alloc(5 * MIB - 1));
  return { Bucket, ask, id, small, large: await put('4', Buffer.alloc(5 * MIB)) };
}

const listed = (number: number | string, etag = HELLO) =>
  `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`;

/** What completing the upload with these parts is refused with. */
const COMPLETIONS: readonly (readonly [name: string, parts: (bench: Bench) => string, told: (bench: Bench) => Told])[] =
  [
    ['parts out of order', () => listed(2) + listed(1), ({ id }) => [400, 'InvalidPartOrder', ORDER, { UploadId: id }]],
    [
      'a part that was never uploaded',
      () => listed(1) + listed(9),
      ({ id }) => [400, 'InvalidPart', PART, { UploadId: id, PartNumber: '9', ETag: HELLO }],
    ],
    [
      'another ETag',
      () => listed(1, '0'),
      ({ id }) => [400, 'InvalidPart', PART, { UploadId: id, PartNumber: '1', ETag: '0' }],
    ],
    [
      'a part that is a byte too small',
      ({ small, large }) => listed(3, small) + listed(4, large),
      ({ small }) => [
        ...([400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size'] as const),
        { ProposedSize: '5242879', MinSizeAllowed: '5242880', PartNumber: '3', ETag: small },
      ],
    ],
    ...['0', '1.5', '10001', 'x'].map(
      (number) => [`the part number ${number}`, () => listed(number), () => MALFORMED] as const,
    ),
    ['no part', () => '', () => [400, 'InvalidRequest', 'You must specify at least one part']],
    ['no ETag', () => '<Part><PartNumber>1</PartNumber></Part>', () => MALFORMED],
    ['10,001 parts', () => listed(1).repeat(10_001), () => MALFORMED],
    [
      '10,000 parts, all the same',
      () => listed(1).repeat(10_000),
      ({ id }) => [400, 'InvalidPartOrder', ORDER, { UploadId: id }],
    ],
  ];

const complete = (bench: Bench, parts: string, headers: Record<string, string> = {}) =>
  told(bench, {
    ...{ method: 'POST', path: `/${bench.Bucket}/k`, query: { uploadId: bench.id }, headers },
    body: `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`,
  });

test.each(COMPLETIONS)('completing with %s', async (_name, toParts, toExpected) => {
  const bench = await openOnce();

  const { received } = await complete(bench, toParts(bench));

  expect(received).toEqual(written(toExpected(bench)));
});

test('completing with another size than the parts have', async () => {
  const bench = await openOnce();

  const { received } = await complete(bench, listed(3, bench.small), { 'x-amz-mp-object-size': '5242880' });

  const says = "The provided 'x-amz-mp-object-size' header value 5242880 does not match what was computed: 5242879";
  expect(received).toEqual(written([400, 'InvalidRequest', says]));
});
