import { CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import type { ObjectValue, Value } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';
import { asUser, put } from './support/filled-buckets';

const TYPE = 'coffer_bucket';
/** Keys that could break a path or an XML document. */
const ODD_KEYS = [
  'a/b',
  '../up',
  './dot',
  '/lead',
  'trail/',
  'spa ce+plus',
  'ünï',
  'am&p<er>',
  'tab\there',
  '%2F',
  '?q=1#f',
];

let emulator: Emulator;
let host: Host;

async function start(options: EmulatorOptions = {}, settings: Readonly<Record<string, Value>> = {}) {
  emulator = await Emulator.start(options);
  host = await Host.start(emulator, { settings: { max_retries: 1, ...settings } });
}
async function restart(options: EmulatorOptions, settings?: Readonly<Record<string, Value>>) {
  await emulator.stop();
  await start(options, settings);
}
beforeEach(() => start());
afterEach(() => emulator.stop());

async function create(config: ObjectValue = {}): Promise<Kept> {
  const { kept, diagnostics } = await host.apply(TYPE, { max_size: 100_000_000, ...config });
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

const beginUpload = (kept: Kept, Key: string) =>
  asUser(emulator, kept, async (s3, Bucket) => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'part' }));
  });

const bucketsLeft = () => emulator.inspect.buckets().length;
const named = ({ state }: Kept) => `${JSON.stringify(state.id)} (alias ${JSON.stringify(state.alias)})`;
/** The number of remaining keys, without those of users. */
const keysLeft = (ofUsers: number) => emulator.inspect.accessKeys().length - ofUsers;

describe('P24: a bucket without force_destroy', () => {
  it('P24: is deleted when it is empty, and so is the key that looked into it', async () => {
    const kept = await create();

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toEqual([]);
    expect(bucketsLeft()).toBe(0);
    expect(keysLeft(0)).toBe(0);
  });

  it('P24: is looked into with a key that can only read', async () => {
    const kept = await create();

    await host.destroy(TYPE, kept);

    const [made] = emulator.journal.requests({ operation: 'createAccessKey' });
    expect(made?.body).toMatchObject({ permissions: { read: true, write: false, owner: false } });
  });

  it.each([409, 204] as const)(
    'P24: stays when it holds an object, also where the service would return %i',
    async (status) => {
      await restart({ knobs: { deleteNonEmpty: status === 409 ? 'conflict' : 'delete' } });
      const kept = await create();
      await put(emulator, kept, ['only.txt']);

      const { diagnostics, kept: after } = await host.destroy(TYPE, kept);

      expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Bucket is not empty' }]);
      expect(diagnostics[0]?.detail).toContain(`The bucket ${named(kept)} holds at least one object: "only.txt".`);
      expect(after?.state).toEqual(kept.state);
      expect(bucketsLeft()).toBe(1);
      expect(keysLeft(1)).toBe(0);
    },
  );

  it('P24: names what it holds without what steers a terminal', async () => {
    const kept = await create();
    await put(emulator, kept, ['a\u001b[31m\u202etxt.exe']);

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics[0]?.detail).toContain('object: "a\\u001b[31m\\u202etxt.exe"');
  });

  it('P24: stays when it contains only an unfinished upload', async () => {
    const kept = await create();
    await beginUpload(kept, 'half.bin');

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics[0]?.detail).toContain('unfinished upload: "half.bin"');
    expect(bucketsLeft()).toBe(1);
  });

  it('P24: needs no key when destroy_check is "server"', async () => {
    const kept = await create({ destroy_check: 'server' });

    await host.destroy(TYPE, kept);

    expect(bucketsLeft()).toBe(0);
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(0);
  });

  it.each([
    [false, 'destroy_check = "server"'],
    [true, 'force_destroy'],
  ])('P24: names the setting in the error for an endpoint that cannot be reached', async (force_destroy, setting) => {
    await restart({ s3PublicUrl: 'http://127.0.0.1:1' });
    const kept = await create({ force_destroy });

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
    expect(diagnostics[0]?.detail).toContain('http://127.0.0.1:1');
    expect(diagnostics[0]?.detail).toContain(setting);
    expect(bucketsLeft()).toBe(1);
    expect(keysLeft(0)).toBe(0);
  });

  it('names a key that could not be deleted, and the next destroy deletes it', async () => {
    const kept = await create();
    const fault = emulator.faults.add({ operation: 'deleteAccessKey', status: 500 });

    const { diagnostics, kept: still } = await host.destroy(TYPE, kept);

    const [left] = emulator.inspect.accessKeys();
    expect(diagnostics[0]?.detail).toMatch(new RegExp(`access key "${left?.id}", made .*, may still exist: delete it`));
    expect(bucketsLeft()).toBe(1);
    fault.remove();
    expect((await host.destroy(TYPE, still as Kept)).kept).toBeNull();
    expect(emulator.inspect.accessKeys()).toEqual([]);
  });

  it('P4: waits until S3 knows a key that was just made', async () => {
    const kept = await create();
    emulator.faults.add({ operation: 'ListObjectsV2', status: 403, times: 2 });

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toEqual([]);
    expect(bucketsLeft()).toBe(0);
  });
});

describe('force_destroy', () => {
  it('deletes every object, whatever its key, and every unfinished upload', async () => {
    const kept = await create({ force_destroy: true });
    await put(emulator, kept, ODD_KEYS);
    await beginUpload(kept, 'half/../way');

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toEqual([]);
    expect(bucketsLeft()).toBe(0);
    expect(keysLeft(2)).toBe(0);
  });

  it('leaves no key behind when emptying fails', async () => {
    const kept = await create({ force_destroy: true });
    await put(emulator, kept, ['a']);
    emulator.faults.add({ operation: 'DeleteObjects', status: 400 });

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot delete coffer_bucket' }]);
    expect(bucketsLeft()).toBe(1);
    expect(keysLeft(1)).toBe(0);
  });

  it('gives up a bucket that somebody keeps filling, and says how much is in it', async () => {
    const kept = await create({ force_destroy: true });
    await put(emulator, kept, ['a', 'b']);
    const destroying = host.destroy(TYPE, kept);
    for (let round = 1; round <= 3; round += 1) {
      const held = emulator.faults.add({ operation: 'deleteBucket', pause: true, times: 1 });
      // Do not wait for a provider that has already given up.
      await Promise.race([held.whenMet(), destroying]);
      await put(emulator, kept, ['c', 'd']);
      held.release();
    }

    const { diagnostics, kept: after } = await destroying;

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Bucket not emptied' }]);
    expect(diagnostics[0]?.detail).toContain('emptied 3 times');
    expect(diagnostics[0]?.detail).toContain('Now 2 objects and 0 unfinished uploads');
    expect(after?.state).toEqual(kept.state);
    expect(keysLeft(4)).toBe(0);
  });

  it('P45: also names the key of the last look if it could not be deleted', async () => {
    const kept = await create({ force_destroy: true });
    await put(emulator, kept, ['a']);
    const users = emulator.inspect.accessKeys().map(({ id }) => id);
    emulator.faults.add({ operation: 'deleteBucket', status: 409 });
    emulator.faults.add({ operation: 'deleteAccessKey', status: 500, skip: 3 });

    const { diagnostics } = await host.destroy(TYPE, kept);

    const left = emulator.inspect.accessKeys().filter(({ id }) => !users.includes(id));
    expect(diagnostics).toMatchObject([{ summary: 'Bucket not emptied' }]);
    expect(left).toHaveLength(1);
    expect(diagnostics[0]?.detail).toContain(JSON.stringify(left[0]?.id));
  });
});

it('s3_region: signs for the region that is set', async () => {
  await restart({ s3Region: 'garage' }, { s3_region: 'garage' });
  const kept = await create();

  const { diagnostics } = await host.destroy(TYPE, kept);

  expect(diagnostics).toEqual([]);
});
