import { expect, test } from 'vitest';
import { startS3 } from '../s3/support';
import { start } from '../support';

/** The last millisecond of the year 9999. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

test('the clock ends with the year 9999: dates have four digits for the year', async () => {
  const { emulator, send } = await start();
  const { clock } = emulator;

  clock.freeze();
  clock.set(LAST_MS);

  expect(clock.now()).toBe(253_402_300_799_999);
  for (const wrong of [() => clock.set(LAST_MS + 1), () => clock.advance(1)]) {
    expect(wrong).toThrow('"now" must be at most 253402300799999.');
  }
  const set = await send('PUT', '/_emulator/clock', { now: LAST_MS + 1 });
  const advanced = await send('POST', '/_emulator/clock/advance', { ms: 1 });
  expect([set, advanced]).toMatchObject([{ status: 400 }, { status: 400 }]);
  expect(set.json.error).toMatchObject({ message: expect.stringContaining('253402300799999'), field: 'now' });
  expect(clock.now()).toBe(LAST_MS);
});

test('what was made in the last second of the clock can be listed and read', async () => {
  const { emulator, client, Bucket } = await startS3();
  emulator.clock.set(LAST_MS - 500);

  await client.putObject({ Bucket, Key: 'last', Body: 'x' });

  const { Contents } = await client.listObjectsV2({ Bucket });
  const { LastModified } = await client.headObject({ Bucket, Key: 'last' });
  expect(Contents).toMatchObject([{ Key: 'last', LastModified: new Date(Math.floor(LAST_MS / 1_000) * 1_000) }]);
  expect(LastModified?.getUTCFullYear()).toBe(9999);
});
