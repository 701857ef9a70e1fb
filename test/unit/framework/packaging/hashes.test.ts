import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { archiveHash, packageHash, sha256 } from '../../../../framework/packaging/hashes';

/** SHA-256 of the empty text, of which a reader knows the beginning. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

it('a SHA-256 is in lower-case hexadecimal, of a text that of its UTF-8, and a zh: is that of the archive', () => {
  expect(sha256('')).toBe(EMPTY);
  expect(archiveHash(Buffer.alloc(0))).toBe(`zh:${EMPTY}`);
});

it('an h1: is that of Go’s dirhash: sums and names, in the order of the bytes of the names', () => {
  const names = ['b', 'a', '\u{1f600}', 'c', '\uffee'];
  const list = ['a', 'b', 'c', '\uffee', '\u{1f600}'].map((name) => `${EMPTY}  ${name}\n`).join('');
  const expected = `h1:${createHash('sha256').update(list).digest('base64')}`;

  expect(packageHash(names.map((name) => ({ name, data: Buffer.alloc(0) })))).toBe(expected);
  expect(packageHash(names.map((name) => ({ name, sum: EMPTY })))).toBe(expected);
});
