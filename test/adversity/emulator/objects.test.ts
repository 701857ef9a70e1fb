import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fileNames } from '../../../emulator/sqlite/blobs';
import { bodyOf, brokenBody, collect, filesIn, md5, PLAIN } from '../../host/emulator/domain/objects/support';
import { temporaryFolder } from '../../host/emulator/support';
import { fc } from '../../unit/support/property';
import { attempt, type Command, Model, Real } from './model';

/** Runs in the full count; by default a tenth of it. */
const RUNS = 8;

const KEYS = ['a', 'b', 'c/1', 'c/1\0', 'ü'];
const PARTS = [1, 2, 3];

const key = fc.constantFrom(...KEYS);
/** Some in a row, some in a file, some in several writes. */
const size = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 16_000, max: 17_000 }),
  fc.integer({ min: 520_000, max: 1_200_000 }),
);
let seed = 0;
/** Differs every time, so that nothing is taken for something else. */
function drawBytes(length: number): Buffer {
  seed += 1;
  const block = createHash('sha256').update(String(seed)).digest();
  return Buffer.alloc(length, block);
}

/** A step that does with what is drawn the same to both. */
const step = <T>(drawn: fc.Arbitrary<T>, run: (of: T, model: Model, real: Real) => Promise<unknown>) =>
  drawn.map((of): Command => ({ run: (model, real) => run(of, model, real) }));

const put = step(
  fc.record({ key, size, announced: fc.boolean() }),
  async ({ key, size, announced }, model, { objects, bucketId }) => {
    const bytes = drawBytes(size);
    const write = () => objects.put({ bucketId, key }, PLAIN, bodyOf(bytes, { announced }));
    if (await attempt(model.fits(key, size), write)) model.objects.set(key, bytes);
  },
);

const failingPut = step(fc.record({ key, size }), async ({ key, size }, model, { objects, bucketId }) => {
  const body = brokenBody(drawBytes(size), new Error('cut'));
  // What is over the quota may be refused before the end that never comes.
  const error = model.fits(key, size) ? /^cut$/ : /^cut$|^The bucket's quota is /;
  await expect(objects.put({ bucketId, key }, PLAIN, body)).rejects.toThrow(error);
});

const copy = step(fc.record({ from: key, to: key }), async ({ from, to }, model, { objects, bucketId }) => {
  const bytes = model.objects.get(from);
  const source = objects.find({ bucketId, key: from });
  if (!bytes || !source) return expect(source).toBe(bytes);
  const write = () => objects.copy(source, { bucketId, key: to }, PLAIN);
  if (await attempt(model.fits(to, bytes.length), write)) model.objects.set(to, bytes);
});

const remove = step(key, async (key, model, { objects, bucketId }) => {
  expect(objects.delete({ bucketId, key })).toBe(model.objects.delete(key));
});

const removeMany = step(fc.array(key, { maxLength: 4 }), async (keys, model, { objects, bucketId }) => {
  objects.deleteMany(bucketId, keys);
  for (const each of keys) model.objects.delete(each);
});

const begin = step(key, async (key, model, { objects, bucketId }) => {
  const upload = objects.uploads.create({ bucketId, key }, PLAIN, { checksum: undefined, accessKeyId: 'GK1' });
  model.uploads.push({ upload, parts: new Map() });
});

const putPart = step(
  fc.record({ number: fc.constantFrom(...PARTS), size, fails: fc.boolean() }),
  async ({ number, size, fails }, { uploads: [first] }, { objects }) => {
    if (!first) return;
    const bytes = drawBytes(size);
    const part = objects.uploads.putPart(
      first.upload,
      number,
      fails ? brokenBody(bytes, new Error('cut')) : bodyOf(bytes),
    );
    if (fails) await expect(part).rejects.toThrow('cut');
    else first.parts.set(number, { part: await part, bytes });
  },
);

const copyPart = step(
  fc.record({ from: key, number: fc.constantFrom(...PARTS), at: fc.double({ min: 0, max: 0.9 }) }),
  async ({ from, number, at }, { uploads: [first], objects: stored }, { objects, bucketId }) => {
    const bytes = stored.get(from);
    const source = objects.find({ bucketId, key: from });
    if (!first || !source || !bytes || bytes.length === 0) return;
    const range = { first: Math.floor(at * bytes.length), last: bytes.length - 1 };
    const part = await objects.uploads.copyPart(first.upload, number, source, range, async (chunks) => ({
      etag: md5(await collect(chunks)),
      checksum: undefined,
    }));
    const copied = bytes.subarray(range.first);
    expect(part.etag).toBe(md5(copied));
    first.parts.set(number, { part, bytes: copied });
  },
);

const complete = step(fc.subarray(PARTS, { minLength: 1 }), async (numbers, model, { objects }) => {
  const [first] = model.uploads;
  const chosen = numbers.flatMap((number) => first?.parts.get(number) ?? []);
  if (!first || chosen.length === 0) return;
  const bytes = Buffer.concat(chosen.map((each) => each.bytes));
  const { upload } = first;
  const result = { etag: 'e', checksum: undefined };
  const parts = chosen.map(({ part }) => part);
  const write = () => objects.uploads.complete(upload, parts, result);
  if (await attempt(model.fits(upload.key, bytes.length), write)) model.objects.set(upload.key, bytes);
  // Over quota it is aborted.
  model.uploads.shift();
});

const abort = fc.constant<Command>({
  async run(model, { objects }) {
    const first = model.uploads.shift();
    if (first) objects.uploads.abort(first.upload);
  },
});

const setQuota = step(fc.integer({ min: 1, max: 3_000_000 }), async (quota, model, { opened, bucketId }) => {
  opened.setQuota(bucketId, quota);
  model.quota = quota;
});

const reopen = fc.constant<Command>({ run: (_, real) => real.reopen() });

const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: put },
    { weight: 2, arbitrary: copy },
    { weight: 2, arbitrary: remove },
    removeMany,
    { weight: 2, arbitrary: begin },
    { weight: 5, arbitrary: putPart },
    { weight: 2, arbitrary: copyPart },
    { weight: 3, arbitrary: complete },
    failingPut,
    abort,
    setQuota,
    reopen,
  ),
  { minLength: 1, maxLength: 25 },
);

describe.each([
  ['in memory', false],
  ['in a folder', true],
])('%s', (_, hasFolder) => {
  test('random writes keep content, count and quota right at every step, and leave no file', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        seed = 0;
        const folder = hasFolder ? temporaryFolder() : undefined;
        await using real = new Real(folder);
        const model = new Model();
        real.opened.setQuota(real.bucketId, model.quota);
        for (const step of steps) {
          await step.run(model, real);
          await check(model, real);
        }
        for (const { upload } of model.uploads) real.objects.uploads.abort(upload);
        real.objects.deleteMany(real.bucketId, [...model.objects.keys()]);
        await real.opened.storage.files.idle();
        if (folder) expect(filesIn(folder)).toEqual([]);
        expect(fileNames(real.opened.storage.database.connection)).toEqual([]);
        expect(real.objects.usage(real.bucketId)).toEqual({ bytes: 0n, objects: 0, uploads: 0 });
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});

async function check(model: Model, { objects, opened, bucketId }: Real): Promise<void> {
  const { entries } = objects.list(bucketId, { prefix: '', delimiter: undefined, after: '', limit: 1_000 });
  const stored = entries.flatMap((entry) => (entry.kind === 'item' ? [entry.item] : []));
  const sum = stored.reduce((total, object) => total + object.size, 0);
  expect(objects.usage(bucketId)).toEqual({
    bytes: BigInt(sum),
    objects: stored.length,
    uploads: model.uploads.length,
  });
  expect(stored.map((object) => object.key)).toEqual([...model.objects.keys()].sort());
  for (const object of stored) {
    const bytes = model.objects.get(object.key) ?? Buffer.alloc(0);
    expect((await collect(objects.read(object))).equals(bytes)).toBe(true);
  }
  await opened.storage.files.idle();
  const { files, database } = opened.storage;
  expect(files.names().sort()).toEqual(fileNames(database.connection).sort());
}
