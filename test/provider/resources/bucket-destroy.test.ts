import {
  CreateMultipartUploadCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../emulator';
import type { ObjectValue, Value } from '../../../framework/value';
import { Host, type Kept } from '../../support/host';

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

/** Acts on a bucket with another user's key. */
async function asUser<R>({ state }: Kept, act: (s3: S3Client, bucket: string) => Promise<R>): Promise<R> {
  const response = await fetch(`${emulator.baseUrl}/s3/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      project_id: emulator.projectId,
      bucket_ids: [state.id],
      permissions: { read: true, write: true, owner: false },
    }),
  });
  const key = (await response.json()) as { access_key_id: string; secret_access_key: string };
  const s3 = new S3Client({
    endpoint: emulator.s3Endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key },
  });
  try {
    return await act(s3, String(state.alias));
  } finally {
    s3.destroy();
  }
}

const put = (kept: Kept, keys: readonly string[]) =>
  asUser(kept, async (s3, Bucket) => {
    for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  });

const beginUpload = (kept: Kept, Key: string) =>
  asUser(kept, async (s3, Bucket) => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'part' }));
  });

const APPLIED =
  'apply that alone, and destroy again. First undo what replaces the bucket, run terraform untaint if it is tainted, and put its block back if it is ' +
  'no longer in the code.';
const CHECKED =
  'Without looking into it the provider cannot tell whether the bucket is empty, so it was not deleted. If you know that it is empty, set ' +
  `destroy_check = "server", ${APPLIED}`;
const FORCED =
  'With force_destroy = true the provider has to reach it. Otherwise empty the bucket yourself, set force_destroy = false and destroy_check = "server", ' +
  APPLIED;

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

  it.each([409, 204] as const)(
    'P24: stays when it holds an object, also where the service would return %i',
    async (status) => {
      await restart({ knobs: { deleteNonEmpty: status === 409 ? 'conflict' : 'delete' } });
      const kept = await create();
      await put(kept, ['only.txt']);

      const { diagnostics, kept: after } = await host.destroy(TYPE, kept);

      expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Bucket is not empty' }]);
      expect(diagnostics[0]?.detail).toBe(
        `The bucket ${named(kept)} holds at least one object: "only.txt". It was not deleted. Empty it first, or set force_destroy = true, which ` +
          `deletes its contents for good, ${APPLIED}`,
      );
      expect(after?.state).toEqual(kept.state);
      expect(bucketsLeft()).toBe(1);
      expect(keysLeft(1)).toBe(0);
    },
  );

  it('P24: names what it holds without what steers a terminal', async () => {
    const kept = await create();
    await put(kept, ['a\u001b[31m\u202etxt.exe']);

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

  it('P24: is looked into with a key that can only read', async () => {
    const kept = await create();

    await host.destroy(TYPE, kept);

    const [made] = emulator.journal.requests({ operation: 'createAccessKey' });
    expect(made?.body).toMatchObject({ permissions: { read: true, write: false, owner: false } });
  });

  it('P24: needs no key when destroy_check is "server"', async () => {
    const kept = await create({ destroy_check: 'server' });

    await host.destroy(TYPE, kept);

    expect(bucketsLeft()).toBe(0);
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(0);
  });

  it.each([
    [false, CHECKED],
    [true, FORCED],
  ])('P24: names the setting in the error for an endpoint that cannot be reached', async (force_destroy, advice) => {
    await restart({ s3PublicUrl: 'http://127.0.0.1:1' });
    const kept = await create({ force_destroy });

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
    expect(diagnostics[0]?.detail).toContain('http://127.0.0.1:1');
    expect(diagnostics[0]?.detail?.endsWith(` ${advice}`)).toBe(true);
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

  it('P24: waits for an alias that no list shows yet, and looks into the bucket then', async () => {
    await restart({ settle: '5polls' });
    const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none' });

    const { diagnostics } = await host.destroy(TYPE, kept as Kept);

    expect(diagnostics).toEqual([]);
    expect(emulator.journal.requests().filter(({ operation }) => operation === 'createAccessKey')).toHaveLength(1);
    expect(bucketsLeft()).toBe(0);
  });

  it('P24: stays while neither a list nor the state has its alias, because objects may be in it', async () => {
    await restart({ knobs: { deleteNonEmpty: 'delete' } });
    const kept = await create();
    await put(kept, ['precious']);
    const unnamed = { ...kept, state: { ...kept.state, alias: null, endpoint: null } };
    const listed = { id: kept.state.id as string, project_id: emulator.projectId, max_size: 100_000_000 };
    emulator.faults.add({ operation: 'listBuckets', status: 200, body: [listed] });
    host = await Host.start(emulator, { settings: { max_retries: 1 } }); // which has seen no alias

    const { diagnostics } = await host.destroy(TYPE, unnamed);

    const id = JSON.stringify(kept.state.id);
    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
    expect(diagnostics[0]?.detail).toBe(
      `The service lists the bucket ${id} without its alias and endpoint. Wait until the data source coffer_buckets shows the alias. ${CHECKED}`,
    );
    expect(bucketsLeft()).toBe(1);
  });

  it('destroys a bucket that never got an alias without looking into it with destroy_check = "server"', async () => {
    await restart({ settle: '1000polls' });
    const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none', destroy_check: 'server' });

    const { diagnostics } = await host.destroy(TYPE, kept as Kept);

    expect(diagnostics).toEqual([]);
    expect(bucketsLeft()).toBe(0);
  });
});

describe('a bucket whose address is not known', () => {
  type Part = 'alias' | 'endpoint';
  /** The parts of the address that a list shows; `gone`: it does not show the bucket; or the status with which it fails. */
  type Shown = readonly Part[] | 'gone' | number;

  const addressIn = ({ state }: Kept, parts: readonly Part[]) =>
    Object.fromEntries(parts.map((part) => [part, String(state[part])]));

  /** Has lists show these parts, one after another, and from then on the last. */
  function list(kept: Kept, ...shown: readonly Shown[]) {
    const record = { id: String(kept.state.id), project_id: emulator.projectId, max_size: 100_000_000 };
    const responseTo = (parts: Exclude<Shown, number>) =>
      parts === 'gone' ? [] : [{ ...record, ...addressIn(kept, parts) }];
    for (const [index, parts] of shown.entries()) {
      const response = typeof parts === 'number' ? { status: parts } : { status: 200, body: responseTo(parts) };
      const times = index < shown.length - 1 ? { times: 1 } : {};
      emulator.faults.add({ operation: 'listBuckets', ...response, ...times });
    }
  }

  /** Destroys with a command that has seen no list, and a state with these parts. */
  async function destroyKnowing(parts: readonly Part[], kept: Kept) {
    host = await Host.start(emulator, { settings: { max_retries: 1 } });
    const state = { ...kept.state, alias: null, endpoint: null, ...addressIn(kept, parts) };
    return host.destroy(TYPE, { ...kept, state });
  }

  it.each<[of: readonly Part[], lists: readonly Shown[]]>([
    [['endpoint'], [[], ['alias']]],
    [['alias'], [[], ['endpoint']]],
    [[], [[], ['alias'], ['endpoint']]],
    [[], [['endpoint'], 'gone', ['alias']]],
  ])('P24: is looked into with what state (%j) and lists (%j) have shown of it', async (known, lists) => {
    const kept = await create();
    list(kept, ...lists);

    const { diagnostics } = await destroyKnowing(known, kept);

    expect(diagnostics).toEqual([]);
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(1);
    expect(bucketsLeft()).toBe(0);
  });

  it.each([
    [false, CHECKED],
    [true, FORCED],
  ])('P24: stays if no list shows its endpoint, and the error names s3_endpoint', async (force_destroy, advice) => {
    const kept = await create({ force_destroy });
    list(kept, [], ['alias']);

    const { diagnostics } = await destroyKnowing([], kept);

    const named = `The bucket ${JSON.stringify(kept.state.id)} has the alias ${JSON.stringify(kept.state.alias)}`;
    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
    expect(diagnostics[0]?.detail).toBe(
      `${named}, and the service does not say at which endpoint. Set s3_endpoint in the provider block. ${advice}`,
    );
    expect(bucketsLeft()).toBe(1);
  });

  it.each([{}, { force_destroy: true }])('P33: is gone once lists agree on that, with %j', async (config) => {
    const kept = await create(config);
    const headers = { authorization: `Bearer ${emulator.token}` };
    await fetch(`${emulator.baseUrl}/s3/buckets/${kept.state.id}`, { method: 'DELETE', headers });
    list(kept, [], 'gone');

    const { diagnostics, kept: after } = await destroyKnowing([], kept);

    expect({ after, diagnostics }).toEqual({ after: null, diagnostics: [] });
    expect(emulator.journal.count({ operation: 'deleteBucket' })).toBe(2);
  });

  it.each([401, 403, 503])('stays if a list returns %i meanwhile, which is the one error', async (status) => {
    const kept = await create({ force_destroy: true });
    list(kept, [], status);

    const { diagnostics } = await destroyKnowing([], kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot delete coffer_bucket' }]);
    expect(diagnostics[0]?.detail).toContain(`GET /s3/buckets returned ${status}`);
    expect(bucketsLeft()).toBe(1);
  });

  it('P32: stays if its record cannot be read meanwhile, and the error says so', async () => {
    const kept = await create({ force_destroy: true });
    const id = String(kept.state.id);
    emulator.faults.add({ operation: 'listBuckets', status: 200, body: [{ id }], times: 1 });
    emulator.faults.add({ operation: 'listBuckets', status: 200, body: [{ id, alias: 5 }] });

    const { diagnostics } = await destroyKnowing([], kept);

    const [error, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(error?.detail).toContain(`${JSON.stringify(id)} (alias is a whole number)`);
    expect(others).toEqual([]);
    expect(bucketsLeft()).toBe(1);
  });

  it.each(['2s', '20s', '30s', '1h'])(
    'P24: is left to the service with force_destroy, within timeouts.delete = %s',
    async (limit) => {
      await restart({ settle: '1000polls' });
      const config = { max_size: 1, wait_for: 'none', force_destroy: true, timeouts: { delete: limit } };
      const { kept } = await host.apply(TYPE, config);

      const { diagnostics, kept: after } = await host.destroy(TYPE, kept as Kept);

      expect({ after, diagnostics }).toEqual({ after: null, diagnostics: [] });
      expect(bucketsLeft()).toBe(0);
    },
  );

  it('P24: stays with force_destroy if the service refuses, and the error says why it was not emptied', async () => {
    await restart({ settle: '1000polls' });
    const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none', force_destroy: true });
    emulator.faults.add({ operation: 'deleteBucket', status: 409 });

    const { diagnostics, kept: after } = await host.destroy(TYPE, kept as Kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Bucket not emptied' }]);
    expect(diagnostics[0]?.detail).toMatch(
      /^DELETE .* returned 409.* It may hold objects, which force_destroy could not delete, because the provider did not reach it over S3\. Destroy again when the data source coffer_buckets shows its alias and endpoint\.$/,
    );
    expect(after?.state).toEqual(kept?.state);
  });

  it.each<[what: string, body: string | undefined, settings: Record<string, string>, words: readonly string[]]>([
    [
      'objects that S3 refuses to delete',
      '<DeleteResult><Deleted><Key>a</Key></Deleted><Error><Key>b</Key><Code>AccessDenied</Code><Message>No</Message></Error></DeleteResult>',
      {},
      ['AccessDenied', '1 object deleted'],
    ],
    ['requests that S3 refuses', undefined, {}, ['POST ', ' returned 400']],
    ['an endpoint that cannot be reached', undefined, { s3_endpoint: 'http://127.0.0.1:1' }, ['http://127.0.0.1:1']],
  ])(
    'P24: stays with force_destroy if no list shows it and the service refuses, and %s are in the error',
    async (_what, body, settings, words) => {
      const kept = await create({ force_destroy: true });
      await put(kept, ['a', 'b']);
      list(kept, 'gone');
      emulator.faults.add({
        operation: 'DeleteObjects',
        ...(body === undefined ? { status: 400 } : { status: 200, body }),
      });
      emulator.faults.add({ operation: 'deleteBucket', status: 409 });
      host = await Host.start(emulator, { settings: { max_retries: 1, ...settings } });

      const { diagnostics, kept: after } = await host.destroy(TYPE, kept);

      const { detail = '' } = diagnostics.find(({ severity }) => severity === 'error') ?? {};
      for (const word of [...words, 'DELETE ', ' returned 409']) expect(detail).toContain(word);
      expect(detail).not.toContain('did not reach it over S3');
      expect(after?.state).toEqual(kept.state);
    },
  );

  it.each(['2s', '30s'])('P24: stays without force_destroy, within timeouts.delete = %s', async (limit) => {
    await restart({ settle: '1000polls' });
    const { kept } = await host.apply(TYPE, { max_size: 1, wait_for: 'none', timeouts: { delete: limit } });

    const { diagnostics } = await host.destroy(TYPE, kept as Kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot reach the bucket' }]);
    expect(bucketsLeft()).toBe(1);
  });

  it('P24: replaced, it is left to the service once the state says so', async () => {
    await restart({ settle: '1000polls', projects: ['project-1', 'project-2'] });
    const config = { max_size: 1, wait_for: 'none', project_id: 'project-1' };
    const checked = { ...config, destroy_check: 'server' };
    const { kept } = await host.apply(TYPE, config);
    const refused = await host.apply(TYPE, { ...checked, project_id: 'project-2' }, kept);

    expect(refused).toMatchObject({ action: 'replace', diagnostics: [{ summary: 'Cannot reach the bucket' }] });
    const alone = await host.apply(TYPE, checked, refused.kept);
    const replaced = await host.apply(TYPE, { ...checked, project_id: 'project-2' }, alone.kept);

    expect([alone.action, replaced.action]).toEqual(['update', 'replace']);
    expect(replaced.diagnostics).toEqual([]);
    expect(bucketsLeft()).toBe(1);
  });
});

describe('force_destroy', () => {
  it('deletes every object, whatever its key, and every unfinished upload', async () => {
    const kept = await create({ force_destroy: true });
    await put(kept, ODD_KEYS);
    await beginUpload(kept, 'half/../way');

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toEqual([]);
    expect(bucketsLeft()).toBe(0);
    expect(keysLeft(2)).toBe(0);
  });

  it.each(['full', 'independent'] as const)('works with the owner permission %s', async (ownerPermission) => {
    await restart({ knobs: { ownerPermission } });
    const kept = await create({ force_destroy: true });
    await put(kept, ['a']);

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toEqual([]);
  });

  it('leaves no key behind when emptying fails', async () => {
    const kept = await create({ force_destroy: true });
    await put(kept, ['a']);
    emulator.faults.add({ operation: 'DeleteObjects', status: 400 });

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot delete coffer_bucket' }]);
    expect(bucketsLeft()).toBe(1);
    expect(keysLeft(1)).toBe(0);
  });

  it('retries transient failures', async () => {
    const kept = await create({ force_destroy: true });
    await put(kept, ['a']);
    emulator.faults.add({ operation: 'DeleteObjects', status: 503, times: 1 });
    emulator.faults.add({ operation: 'ListObjectsV2', cut: 'before-commit', times: 1 });

    const { diagnostics } = await host.destroy(TYPE, kept);

    expect(diagnostics).toEqual([]);
  });

  it('gives up a bucket that somebody keeps filling, and says how much is in it', async () => {
    const kept = await create({ force_destroy: true });
    await put(kept, ['a', 'b']);
    const destroying = host.destroy(TYPE, kept);
    for (let round = 1; round <= 3; round += 1) {
      const held = emulator.faults.add({ operation: 'deleteBucket', pause: true, times: 1 });
      // Do not wait for a provider that has already given up.
      await Promise.race([held.whenMet(), destroying]);
      await put(kept, ['c', 'd']);
      held.release();
    }

    const { diagnostics, kept: after } = await destroying;

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Bucket not emptied' }]);
    const { detail = '' } = diagnostics[0] ?? {};
    expect(detail.split(' DELETE ')[0]).toBe(
      `The bucket ${named(kept)} was emptied 3 times, and the service still refuses to delete it. Now 2 objects and 0 unfinished uploads are in it. ` +
        'Most likely somebody keeps writing to it: find who has a key for it (the data source coffer_access_keys lists them), stop them or revoke ' +
        'the key, and destroy again.',
    );
    expect(after?.state).toEqual(kept.state);
    expect(keysLeft(4)).toBe(0);
  });

  it('P45: also names the key of the last look if it could not be deleted', async () => {
    const kept = await create({ force_destroy: true });
    await put(kept, ['a']);
    const users = emulator.inspect.accessKeys().map(({ id }) => id);
    emulator.faults.add({ operation: 'deleteBucket', status: 409 });
    emulator.faults.add({ operation: 'deleteAccessKey', status: 500, skip: 3 });

    const { diagnostics } = await host.destroy(TYPE, kept);

    const left = emulator.inspect.accessKeys().filter(({ id }) => !users.includes(id));
    expect(diagnostics).toMatchObject([{ summary: 'Bucket not emptied' }]);
    expect(left).toHaveLength(1);
    expect(diagnostics[0]?.detail).toContain(JSON.stringify(left[0]?.id));
  });

  it('says what was deleted when it is interrupted', async () => {
    const kept = await create({ force_destroy: true });
    await put(kept, ['a', 'b']);
    // The list of the second round.
    const held = emulator.faults.add({ operation: 'ListObjectsV2', pause: true, skip: 2 });
    const destroying = host.destroy(TYPE, kept);
    await held.whenMet();

    host.server.stop();
    const { diagnostics, kept: after } = await destroying;

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Bucket not emptied' }]);
    expect(diagnostics[0]?.detail?.replace(/GET \S+/, 'GET').split(' Terraform was asked')[0]).toBe(
      `The bucket ${named(kept)} still exists. GET was cancelled while it was on its way. S3 has acknowledged until then: 2 objects deleted, 0 unfinished uploads aborted. ` +
        'Run the same command again to go on with what is left.',
    );
    expect(after?.state).toEqual(kept.state);
    expect(keysLeft(1)).toBe(0);
  });

  it('deletes no objects of other buckets', async () => {
    const [kept, other] = [await create({ force_destroy: true }), await create()];
    await put(kept, ['a']);
    await put(other, ['b']);

    await host.destroy(TYPE, kept);

    const listed = await asUser(other, (s3, Bucket) => s3.send(new ListObjectsV2Command({ Bucket })));
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual(['b']);
  });

  it('P20: is switched on without a request', async () => {
    const kept = await create();

    const { action, diagnostics } = await host.apply(TYPE, { max_size: 100_000_000, force_destroy: true }, kept);

    expect(action).toBe('update');
    expect(diagnostics).toEqual([]);
    expect(emulator.journal.count({ operation: 'updateBucket' })).toBe(0);
  });
});

it.each([-3, 3, 24 * 60])('signs by the clock of the service if ours is %i hours off', async (hours) => {
  const clock = { now: Date.now() + hours * 60 * 60_000 };
  host = await Host.start(emulator, { clock, settings: { max_retries: 1 } });
  const kept = await create({ force_destroy: true });
  await put(kept, ['a']);

  const { diagnostics } = await host.destroy(TYPE, kept);

  expect(diagnostics).toEqual([]);
  expect(bucketsLeft()).toBe(0);
});

it('s3_region: signs for the region that is set', async () => {
  await restart({ s3Region: 'garage' }, { s3_region: 'garage' });
  const kept = await create();

  const { diagnostics } = await host.destroy(TYPE, kept);

  expect(diagnostics).toEqual([]);
});
