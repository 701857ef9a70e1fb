import { expect, test } from 'vitest';
import { openBody } from '../../../../../emulator/s3/body/open-body';
import { readDocument, readOptionalDocument } from '../../../../../emulator/s3/operations/read-body';
import { put, UNSIGNED } from '../body/support';

const EIGHT_MIB = 8 * 1024 * 1024;
const call = (headers: Record<string, string>, ...pieces: string[]) => ({
  openBody: (options = {}) => openBody(put(headers, ...pieces), UNSIGNED, options),
});
/** A document of so many bytes, in two pieces. */
const sized = (bytes: number) => ['<Root/>', ' '.repeat(bytes - '<Root/>'.length)];
const TOO_LONG = { code: 'MaxMessageLengthExceeded', message: 'Your request was too big.', status: 400 };

test('a document of 8 MiB is read, whether or not its length was announced', async () => {
  const announced = readDocument(call({ 'content-length': String(EIGHT_MIB) }, ...sized(EIGHT_MIB)), 'Root');

  expect((await announced).size).toBe(0);
  expect((await readDocument(call({}, ...sized(EIGHT_MIB)), 'Root')).size).toBe(0);
});

test('a longer one is refused: before its first byte where its length was announced, else as soon as it is too long', async () => {
  const announced = readDocument(call({ 'content-length': String(EIGHT_MIB + 1) }, '<Root/>'), 'Root');
  const unknown = readDocument(call({}, ...sized(EIGHT_MIB + 1)), 'Root');

  await expect(announced).rejects.toMatchObject(TOO_LONG);
  await expect(unknown).rejects.toMatchObject(TOO_LONG);
});

test('a document may be left out only where it is optional, and is then of the same root', async () => {
  expect(await readOptionalDocument(call({}), 'Root')).toBeUndefined();
  expect((await readOptionalDocument(call({}, '<Root><A/></Root>'), 'Root'))?.size).toBe(1);
  await expect(readOptionalDocument(call({}, '<Other/>'), 'Root')).rejects.toMatchObject({ code: 'MalformedXML' });
  await expect(readDocument(call({}), 'Root')).rejects.toMatchObject({ code: 'MalformedXML' });
});
