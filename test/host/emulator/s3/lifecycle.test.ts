import type * as s3 from '@aws-sdk/client-s3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { VirtualClock } from '../../../../emulator';
import { Lifecycle } from '../../../../emulator/control/lifecycle';
import { bodyOf, PLAIN, startService } from '../domain/objects/support';
import { clientOf, temporaryFolder } from '../support';
import { clientFor, routeError, startS3, type TestBucket } from './support';

const DAY_MS = 86_400_000;
/** As it is stored. */
const DAILY = { isEnabled: true, expiration: { days: 1 } };
const NOON = Date.parse('2030-05-10T12:00:00Z');

/** An emulator whose clock stands still at noon. */
async function startAtNoon() {
  const clock = new VirtualClock();
  clock.set(NOON);
  clock.freeze();
  const bench = await startS3('path', { clock });
  const { client, Bucket, emulator, alias } = bench;
  const put = (Key: string, Body = 'x') => client.putObject({ Bucket, Key, Body });
  const rule = (...Rules: Partial<s3.LifecycleRule>[]) =>
    client.putBucketLifecycleConfiguration({
      Bucket,
      LifecycleConfiguration: { Rules: Rules.map((each) => ({ Status: 'Enabled', Filter: {}, ...each })) },
    });
  const keys = ({ id }: TestBucket = alias) => emulator.inspect.objects(id).map(({ key }) => key);
  return { ...bench, clock, put, rule, keys };
}

test('an object expires so many days after the midnight that follows its last change', async () => {
  const { clock, put, rule, keys } = await startAtNoon();
  await rule({ Expiration: { Days: 2 } });
  await put('k');

  clock.set(NOON + 3 * DAY_MS - DAY_MS / 2 - 1);
  const before = keys();
  clock.advance(1);

  expect(before).toEqual(['k']);
  expect(keys()).toEqual([]);
});

test('an object expires from a date on, also when it was put later, but not on the day on which it was put', async () => {
  const { clock, put, rule, keys } = await startAtNoon();
  await rule({ Expiration: { Date: new Date('2030-05-12T00:00:00Z') } });
  await put('before');
  clock.set(Date.parse('2030-05-11T23:59:59Z'));
  const dayBefore = keys();
  clock.set(Date.parse('2030-05-12T00:00:00Z'));
  const onTheDate = keys();
  await put('later');
  clock.advance(DAY_MS - 1);
  const sameDay = keys();

  clock.advance(1);

  expect([dayBefore, onTheDate, sameDay, keys()]).toEqual([['before'], [], ['later'], []]);
});

test.each<[string, Partial<s3.LifecycleRule>, readonly string[]]>([
  ['a prefix', { Filter: { Prefix: 'logs/' } }, ['large', 'logs', 'small']],
  ['more than a size', { Filter: { ObjectSizeGreaterThan: 2 } }, ['logs', 'logs/small', 'small']],
  [
    'a prefix and sizes',
    { Filter: { And: { Prefix: 'logs/', ObjectSizeGreaterThan: 1, ObjectSizeLessThan: 3 } } },
    ['large', 'logs', 'logs/large', 'small'],
  ],
  ['nothing, being disabled', { Status: 'Disabled' }, ['large', 'logs', 'logs/large', 'logs/small', 'small']],
])('a rule expires %s', async (_name, rule, left) => {
  const bench = await startAtNoon();
  for (const key of ['large', 'logs/large']) await bench.put(key, '123');
  for (const key of ['logs', 'logs/small', 'small']) await bench.put(key, '12');
  await bench.rule({ Expiration: { Days: 1 }, ...rule });

  bench.clock.advance(2 * DAY_MS);

  expect(bench.keys()).toEqual(left);
});

test('what expires gives its quota back, in its own bucket only', async () => {
  const { bucket, key, emulator, clock, rule, put, keys } = await startAtNoon();
  await rule({ Expiration: { Days: 1 } });
  await put('elsewhere');
  const [full, other] = [await bucket(10), await bucket()];
  const client = clientFor(emulator, await key([full, other], { owner: true }));
  const LifecycleConfiguration = {
    Rules: [{ Status: 'Enabled' as const, Filter: {}, Expiration: { Days: 1 } }],
  };
  await client.putBucketLifecycleConfiguration({ Bucket: full.alias, LifecycleConfiguration });
  const fill = () => client.putObject({ Bucket: full.alias, Key: 'again', Body: '12345678' });
  await client.putObject({ Bucket: full.alias, Key: 'first', Body: '12345678' });
  await client.putObject({ Bucket: other.alias, Key: 'stays', Body: '12345678' });
  const refused = await routeError(fill());

  clock.advance(2 * DAY_MS);
  await fill();

  expect(refused.code).toBe('AccessDenied');
  expect([keys(), keys(full), keys(other)]).toEqual([[], ['again'], ['stays']]);
});

test('an unfinished upload is aborted so many days after it was begun, with its parts', async () => {
  const { client, Bucket, clock, rule, keys, put } = await startAtNoon();
  await put('tmp/object');
  await rule({ Filter: { Prefix: 'tmp/' }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } });
  const begin = async (Key: string) => {
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key });
    const part = { Bucket, Key, UploadId, PartNumber: 1, Body: Buffer.alloc(100_000) };
    await client.uploadPart(part);
    return part;
  };
  const abandoned = await begin('tmp/a');
  await begin('other');
  clock.advance(DAY_MS);
  const later = await begin('tmp/b');

  clock.advance(DAY_MS);

  const { Uploads = [] } = await client.listMultipartUploads({ Bucket });
  expect(Uploads.map(({ Key }) => Key)).toEqual(['other', 'tmp/b']);
  expect((await routeError(client.uploadPart(abandoned))).code).toBe('NoSuchUpload');
  await client.uploadPart(later);
  expect(keys()).toEqual(['tmp/object']);
});

test('what rules did is told: in process, over HTTP and in the dump', async () => {
  const { emulator, client, Bucket, alias, clock, rule, put } = await startAtNoon();
  await put('a');
  await client.createMultipartUpload({ Bucket, Key: 'b' });
  await rule({ ID: 'first', Expiration: { Days: 1 } }, { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } });
  const send = clientOf(emulator, emulator.token);

  clock.advance(2 * DAY_MS);

  const day = Date.parse('2030-05-12T00:00:00Z');
  const notes = [
    { action: 'expired', day, bucketId: alias.id, key: 'a', ruleId: 'first' },
    { action: 'aborted', day, bucketId: alias.id, key: 'b', ruleId: undefined },
  ];
  expect(emulator.lifecycle.notes()).toEqual(notes);
  expect((await send('GET', `/_emulator/lifecycle?bucketId=${alias.id}`)).json).toEqual(
    JSON.parse(JSON.stringify(notes)),
  );
  expect((await send('GET', '/_emulator/lifecycle?bucketId=other')).json).toEqual([]);
  expect((await send('GET', '/_emulator/lifecycle?bucket=misspelt')).status).toBe(400);
  expect(emulator.dump().lifecycle).toHaveLength(2);
  emulator.reset();
  expect(emulator.lifecycle.notes()).toEqual([]);
});

test('a midnight that passes by itself is noticed, too', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOON });
  onTestFinished(() => void vi.useRealTimers());
  const { objects, newBucket, clock } = startService();
  const address = { bucketId: newBucket(), key: 'k' };
  await objects.put(address, PLAIN, bodyOf('x'));
  objects.setConfiguration(address.bucketId, 'lifecycle', JSON.stringify([DAILY]));
  const lifecycle = new Lifecycle(objects, clock, (line) => expect.unreachable(line));
  lifecycle.start();
  onTestFinished(() => lifecycle.stop());

  vi.advanceTimersByTime(1.5 * DAY_MS - 1);
  const before = objects.find(address);
  vi.advanceTimersByTime(60_000);

  expect(before).toMatchObject({ key: 'k' });
  expect(objects.find(address)).toBeUndefined();
});

test('rules that could not act at midnight are tried again within a minute, and not a day later', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOON });
  onTestFinished(() => void vi.useRealTimers());
  const { objects, newBucket, clock } = startService();
  const [address, other] = [{ bucketId: newBucket(), key: 'k' }, newBucket()];
  await objects.put(address, PLAIN, bodyOf('x'));
  objects.setConfiguration(address.bucketId, 'lifecycle', JSON.stringify([DAILY]));
  objects.setConfiguration(other, 'lifecycle', 'no rules');
  const lines: string[] = [];
  const lifecycle = new Lifecycle(objects, clock, (line) => lines.push(line));
  lifecycle.start();
  onTestFinished(() => lifecycle.stop());

  vi.advanceTimersByTime(1.5 * DAY_MS);
  const before = objects.find(address);
  objects.setConfiguration(other, 'lifecycle', JSON.stringify([DAILY]));
  vi.advanceTimersByTime(60_000);

  expect(before).toMatchObject({ key: 'k' });
  expect(lines[0]).toMatch(/^Lifecycle rules could not act: SyntaxError/);
  expect(objects.find(address)).toBeUndefined();
});

test('what expired while no emulator ran is gone at the next start; a stopped one does nothing any more', async () => {
  const dataDir = temporaryFolder();
  const clock = new VirtualClock();
  const { emulator, client, Bucket, alias } = await startS3('path', { dataDir, clock });
  const Rules: s3.LifecycleRule[] = [{ Status: 'Enabled', Filter: {}, Expiration: { Days: 1 } }];
  await client.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration: { Rules } });
  await client.putObject({ Bucket, Key: 'k', Body: Buffer.alloc(100_000) });
  await emulator.stop();

  clock.advance(2 * DAY_MS);
  const next = await startS3('path', { dataDir, clock });

  expect(emulator.lifecycle.notes()).toEqual([]);
  expect(next.emulator.inspect.objects(alias.id)).toEqual([]);
  expect(next.emulator.lifecycle.notes()).toMatchObject([{ action: 'expired', key: 'k' }]);
});
