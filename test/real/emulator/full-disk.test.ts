import { cpSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version } from '../../../package.json';
import { NAMESPACES } from '../../../scripts/support/tool-chains';
import { fieldsOf } from '../../host/emulator/dashboard/objects-support';
import { Visitor } from '../../host/emulator/dashboard/visitor';
import { clientFor, routeError } from '../../host/emulator/s3/support';
import { base64, clientOf, temporaryFolder } from '../../host/emulator/support';
import { EMULATOR_PROGRAM } from '../../support/built-emulator';
import { EmulatorProcess, type Ready, startProcess } from '../../support/emulator-process';
import { hasToolChain } from '../support/tool-chain';
import { prepareBucket } from './s3/process-bucket';

/** Maximum size of any file, in KiB: for the writing process, a full disk. */
const MOST_KIB = 600;
const LIMITED = `trap '' XFSZ; ulimit -f ${MOST_KIB}; exec "$@"`;

test('E16: a full disk is told, nothing that was acknowledged is lost, and nothing that was refused is there', {
  timeout: 300_000,
}, async () => {
  const dataDir = temporaryFolder();
  const flags = ['--data', dataDir, '--token', 'mine'];
  const program = ['-c', LIMITED, 'bash', process.execPath, EMULATOR_PROGRAM, '--json'];
  const limited = new EmulatorProcess(['--port', '0', '--s3-port', '0', ...flags], {}, program, 'bash');
  const ready = await limited.ready();
  const { bucket, credentials } = await prepareBucket(ready);
  const put = (at: Ready, Key: string, bytes: number) =>
    clientFor(at, credentials).putObject({ Bucket: bucket, Key, Body: Buffer.alloc(bytes, 'x') });
  const names = (text: string) => (JSON.parse(text) as { name: string }[]).map(({ name }) => name).sort();
  const send = clientOf(ready, 'mine');

  await put(ready, 'fits', 100_000);
  const tooLarge = await routeError(put(ready, 'too-large', 1_000_000));
  const [acknowledged, refused]: [string[], string[]] = [[], []];
  for (let n = 0; n < 1_000 && refused.length < 3; n += 1) {
    const body = { project_id: ready.projectId, name: `secret-${n}`, value: base64('x'.repeat(8_000)) };
    const { status, json } = await send('POST', '/secrets', body);
    if (status === 201) acknowledged.push(body.name);
    else refused.push(`${status} ${json?.error?.message}`);
  }
  const tooMuch = await routeError(put(ready, 'no-row', 1_000));
  const listed = await send('GET', '/secrets');
  await limited.kill('SIGKILL');
  const second = await startProcess(flags);
  const after = await clientOf(second.ready, 'mine')('GET', '/secrets');

  const TOLD = 'its disk may be full, or its folder read-only. This request was not carried out';
  expect(tooLarge).toMatchObject({ code: 'InsufficientStorage', status: 507, message: expect.stringContaining(TOLD) });
  expect(tooMuch).toMatchObject({ code: 'InsufficientStorage', message: expect.stringContaining(TOLD) });
  expect(refused).toEqual(Array(3).fill(expect.stringContaining(TOLD)));
  expect(refused[0]).toMatch(/^507 /);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(names(listed.text)).toEqual(acknowledged.sort());
  expect(names(after.text)).toEqual(acknowledged);
  expect(second.emulator.stderr).toBe('');
  const keys = await clientFor(second.ready, credentials).listObjectsV2({ Bucket: bucket });
  expect(keys.Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([['fits', 100_000]]);
});

/** Runs a program in a namespace of its own, where the folder `$0` is a disk of the size `$1`. `$2` is the first step there. */
const ON_SMALL_DISK = 'mount -t tmpfs -o size="$1" none "$0" && eval "$2" && shift 2 && exec "$@"';

/** An emulator on such a disk; `step` is a line of shell before it starts. */
function onSmallDisk(disk: string, flags: readonly string[], step = ':', size = '512k'): EmulatorProcess {
  const namespaces = NAMESPACES.filter((flag) => !['--pid', '--fork'].includes(flag));
  const program = [process.execPath, EMULATOR_PROGRAM, '--json', '--port', '0', '--s3-port', '0'];
  return new EmulatorProcess(
    flags,
    {},
    [...namespaces, 'sh', '-c', ON_SMALL_DISK, disk, size, step, ...program],
    'unshare',
  );
}

const hasNamespaces = await hasToolChain('chroot with BusyBox', 'the emulator on a full disk and a read-only one');

test.runIf(hasNamespaces)(
  'E16: health tells a full disk, and when there is room again',
  { timeout: 120_000 },
  async () => {
    const disk = temporaryFolder();
    const emulator = onSmallDisk(disk, ['--data', `${disk}/data`, '--token', 'mine']);
    const { baseUrl } = await emulator.ready();
    const health = async () => {
      const response = await fetch(`${baseUrl}/_emulator/health`);
      return [response.status, await response.json()] as const;
    };
    // The disk is in the namespace of the process.
    const filler = `/proc/${emulator.pid}/root${disk}/filler`;
    const before = await health();

    expect(() => writeFileSync(filler, Buffer.alloc(1_000_000))).toThrow('ENOSPC');
    await expect.poll(async () => (await health())[0], { timeout: 20_000 }).toBe(503);
    const full = await health();
    rmSync(filler);
    await expect.poll(async () => (await health())[0], { timeout: 20_000 }).toBe(200);

    expect(before).toEqual([200, { status: 'ok', product: 'coffer-emulator', version }]);
    expect(full).toMatchObject([503, { status: 'unwritable', message: expect.stringContaining('ENOSPC') }]);
  },
);

test.runIf(hasNamespaces).each([
  ['an empty folder', 'mkdir "$0/data"', 'EROFS'],
  ['no folder', ':', 'EROFS'],
])('E16: a disk that is mounted read-only, with %s, ends the start with a sentence', async (_what, step, code) => {
  const disk = temporaryFolder();
  const emulator = onSmallDisk(disk, ['--data', `${disk}/data`], `${step} && mount -o remount,ro "$0"`);

  const ended = await emulator.ended;

  expect([ended.code, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  expect(ended.stderr).toContain(`The data folder ${disk}/data cannot be used: `);
  expect(ended.stderr).toMatch(/for writing|free some space/);
  expect(ended.stderr).toContain(code);
});

/** Adds what `add` adds until it is refused; returns how much was added, and the refusal. */
async function fill(add: (n: number) => Promise<unknown>) {
  for (let n = 0; ; n += 1) {
    try {
      await add(n);
    } catch (error) {
      return { count: n, error };
    }
  }
}

/**
 * An emulator on a disk of 24 MiB that takes nothing any more: first no object of 500 KB, then none of 10 KB, then no secret, of which it has at least five. `at` reaches a
 * file of it from outside.
 */
async function fillDisk() {
  const disk = temporaryFolder();
  const emulator = onSmallDisk(disk, ['--data', `${disk}/data`, '--token', 'mine'], ':', '24m');
  const ready = await emulator.ready();
  const { bucket: Bucket, credentials } = await prepareBucket(ready);
  const client = clientFor(ready, credentials);
  const send = clientOf(ready, 'mine');
  const put = (prefix: string, bytes: number) =>
    fill((n) => client.putObject({ Bucket, Key: `${prefix}-${n}`, Body: Buffer.alloc(bytes, `${n}`) }));
  const secret = async (n: number) => {
    const body = { project_id: ready.projectId, name: `secret-${n}`, value: base64('x'.repeat(3_000)) };
    const { status } = await send('POST', '/secrets', body);
    if (status !== 201) throw new Error(String(status));
  };
  for (let n = 0; n < 5; n += 1) await secret(n);
  const large = await put('large', 500_000);
  const small = await put('small', 10_000);
  const secrets = await fill((n) => secret(5 + n));
  const at = (path: string) => `/proc/${emulator.pid}/root${disk}/${path}`;
  return { emulator, ready, send, client, credentials, Bucket, large, small, secrets, at };
}

const deleteSecret = async ({ send }: Pick<Awaited<ReturnType<typeof fillDisk>>, 'send'>) => {
  const { json } = await send('GET', '/secrets');
  return (await send('DELETE', `/secrets/${json[0].id}`)).status;
};

test.runIf(hasNamespaces)(
  'E18: on a full disk, deletes over REST, S3 and the dashboard succeed',
  {
    timeout: 600_000,
  },
  async () => {
    const full = await fillDisk();
    const { client, Bucket, ready } = full;
    const visitor = await new Visitor(ready).signIn();
    const toDelete = async () =>
      (await client.deleteObject({ Bucket, Key: `large-${next++}` })).$metadata.httpStatusCode;
    let next = 0;

    const reserved = statSync(full.at('data/coffer.reserve')).size;
    const rest = [await deleteSecret(full), await deleteSecret(full)];
    const s3: unknown[] = [];
    for (let n = 0; n < 20; n += 1) s3.push(await toDelete());
    const keys = (await client.listObjectsV2({ Bucket, Prefix: 'small-' })).Contents ?? [];
    const many = await client.deleteObjects({ Bucket, Delete: { Objects: keys.map(({ Key }) => ({ Key })) } });
    const upload = await client.listObjectsV2({ Bucket });
    const [bucket] = (await full.send('GET', '/s3/buckets')).json;
    const path = `/buckets/${bucket.id}`;
    const asked = await visitor.get(`${path}/empty`);
    const emptied = await visitor.submit(`${path}/objects/delete`, fieldsOf(asked.text, `${path}/objects/delete`));
    const left = await client.listObjectsV2({ Bucket });
    const again = () => client.putObject({ Bucket, Key: 'again', Body: Buffer.alloc(5_000_000) }).then(() => 'taken');

    expect(reserved).toBeLessThanOrEqual((24 * 2 ** 20) / 16);
    expect(full.large.error).toMatchObject({
      name: 'InsufficientStorage',
      $metadata: { httpStatusCode: 507, attempts: 1 },
    });
    expect(full.small.error).toMatchObject({ name: 'InsufficientStorage' });
    expect(full.secrets.error).toMatchObject({ message: '507' });
    expect(rest).toEqual([200, 200].map(() => expect.toSatisfy((status: number) => status < 300)));
    expect(s3).toEqual(Array(20).fill(204));
    expect([many.Deleted?.length, many.Errors]).toEqual([keys.length, undefined]);
    expect(upload.KeyCount).toBe(full.large.count - 20);
    expect(emptied.status).toBe(200);
    expect(left.KeyCount).toBe(0);
    await expect.poll(again, { timeout: 20_000 }).toBe('taken');
  },
);

test.runIf(hasNamespaces)(
  'E18: an emulator starts on a full disk, with all that was acknowledged, and deletes there',
  {
    timeout: 600_000,
  },
  async () => {
    const first = await fillDisk();
    const { Bucket } = first;
    // The disk goes with its process.
    const copy = temporaryFolder();
    cpSync(first.at('data'), copy, { recursive: true });
    const size = 24 * 2 ** 20 - statfsSync(first.at('data')).bavail * 4_096;
    await first.emulator.kill('SIGKILL');
    const disk = temporaryFolder();
    // As full as the first was, but for what its folders took.
    const step = `cp -r ${copy} "$0/data" && chmod 700 "$0/data"; dd if=/dev/zero of="$0/filler" bs=4k 2>/dev/null; :`;
    const second = onSmallDisk(disk, ['--data', `${disk}/data`, '--token', 'mine'], step, String(size));
    const ready = await second.ready();
    const client = clientFor(ready, first.credentials);

    const { KeyCount } = await client.listObjectsV2({ Bucket, MaxKeys: 5_000 });
    const refused = await routeError(client.putObject({ Bucket, Key: 'new', Body: Buffer.alloc(500_000) }));
    const deleted = await client.deleteObject({ Bucket, Key: 'large-0' });

    expect(KeyCount).toBe(Math.min(1_000, first.large.count + first.small.count));
    expect(refused).toMatchObject({ status: 507, code: 'InsufficientStorage' });
    expect(deleted.$metadata.httpStatusCode).toBe(204);
    expect(await deleteSecret({ send: clientOf(ready, 'mine') })).toBeLessThan(300);
  },
);
