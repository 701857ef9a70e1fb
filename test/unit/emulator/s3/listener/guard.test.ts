import { expect, test } from 'vitest';
import { checkBytes } from '../../../../../emulator/s3/body/check-bytes';
import { S3Error } from '../../../../../emulator/s3/errors';
import { guard, Pace } from '../../../../../emulator/s3/listener/guard';

const MIB = 1024 ** 2;
const DELETED = new S3Error('InvalidAccessKeyId', 'It was deleted.');

/** A body whose key is deleted after so many of its pieces; `passed` is told each that is passed on. */
async function read(pieces: readonly string[], deletedAfter: number, passed = (_piece: string) => {}): Promise<string> {
  let left = deletedAfter;
  const chunks = (async function* () {
    for (const piece of pieces) {
      yield Buffer.from(piece);
      left -= 1;
    }
  })();
  const requireCurrent = () => {
    if (left <= 0) throw DELETED;
  };
  let text = '';
  for await (const chunk of guard(chunks, { requireCurrent, pace: new Pace(120_000) })) {
    const piece = Buffer.from(chunk).toString();
    passed(piece);
    text += piece;
  }
  return text;
}

test('a body comes whole while its key is there', async () => {
  expect(await read(['one', 'two'], 3)).toBe('onetwo');
});

test.each([
  ['before its first piece', ['one', 'two'], 0],
  ['between two pieces', ['one', 'two'], 1],
  ['after its last piece', ['one', 'two'], 2],
  ['and there is no body', [], 0],
])('a key that is deleted %s ends it', async (_when, pieces, deletedAfter) => {
  await expect(read(pieces, deletedAfter)).rejects.toBe(DELETED);
});

test('the first piece that comes after the key was deleted is not passed on', async () => {
  const passed: string[] = [];

  await expect(read(['one', 'two', 'three'], 1, (piece) => passed.push(piece))).rejects.toBe(DELETED);

  expect(passed).toEqual(['one']);
});

test('a key that is deleted ends a body also while a thread hashes what came before', async () => {
  let deleted = false;
  const pieces = (async function* () {
    yield Buffer.alloc(MIB);
    deleted = true;
    yield Buffer.alloc(MIB);
    // The client waits for the response.
    await new Promise(() => undefined);
  })();
  const requireCurrent = () => {
    if (deleted) throw DELETED;
  };
  const body = checkBytes(guard(pieces, { requireCurrent, pace: new Pace(120_000) }), { length: 100 * MIB });

  const read = async () => {
    for await (const _ of body.chunks);
  };

  await expect(read()).rejects.toBe(DELETED);
});
