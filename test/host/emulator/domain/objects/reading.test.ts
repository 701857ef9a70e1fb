import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support';
import { bodyOf, collect, PLAIN, startService } from './support';

const MIB = 1024 * 1024;
const LARGE = MIB;
const SMALL = 256 * 1024;

async function prepare() {
  const { objects, newBucket } = startService(temporaryFolder());
  const stored = await objects.put({ bucketId: newBucket(), key: 'k' }, PLAIN, bodyOf(Buffer.alloc(3 * MIB, 'x')));
  const open = () => objects.read(stored);
  const firstOf = async (reading: AsyncIterator<Uint8Array>) => (await reading.next()).value?.length;
  return { open, firstOf };
}

test('from the ninth on, concurrent readings take smaller pieces, so that many need little memory', async () => {
  const { open, firstOf } = await prepare();
  const readings = Array.from({ length: 10 }, open);

  expect(await Promise.all(readings.map(firstOf))).toEqual([...Array(8).fill(LARGE), SMALL, SMALL]);
  for (const reading of readings) await reading.return?.();
});

test.each<[how: string, end: (reading: AsyncIterableIterator<Uint8Array>) => Promise<unknown>]>([
  ['at its end', collect],
  ['early', async (reading) => reading.return?.()],
  ['early, twice', async (reading) => [await reading.return?.(), await reading.return?.()]],
])('a reading that ends %s counts no longer', async (_how, end) => {
  const { open, firstOf } = await prepare();
  for (let n = 0; n < 12; n += 1) await end(open());

  const [first, second] = [open(), open()];

  expect([await firstOf(first), await firstOf(second)]).toEqual([LARGE, LARGE]);
  for (const reading of [first, second]) await reading.return?.();
  const many = Array.from({ length: 9 }, open);
  expect(await Promise.all(many.map(firstOf))).toEqual([...Array(8).fill(LARGE), SMALL]);
  for (const reading of many) await reading.return?.();
});
