import { rmSync, writeFileSync } from 'node:fs';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { NAMESPACES } from '../../scripts/support/tool-chains';
import { EmulatorProcess, type Ready, startProcess } from '../support/emulator-process';
import { hasToolChain } from '../support/tool-chain';
import { prepareBucket } from './s3/process-bucket';
import { clientFor, routeError } from './s3/support';
import { base64, clientOf, temporaryFolder } from './support';

/** Maximum size of any file, in KiB: for the writing process, a full disk. */
const MOST_KIB = 600;
const LIMITED = `trap '' XFSZ; ulimit -f ${MOST_KIB}; exec "$@"`;

test('E16: a full disk is told, nothing that was acknowledged is lost, and nothing that was refused is there', {
  timeout: 300_000,
}, async () => {
  const dataDir = temporaryFolder();
  const flags = ['--data', dataDir, '--token', 'mine'];
  const program = ['-c', LIMITED, 'bash', process.execPath, '--import', 'tsx', 'emulator/main.ts', '--json'];
  const limited = new EmulatorProcess(['--port', '0', '--s3-port', '0', ...flags], {}, program, 'bash');
  const ready = await limited.ready();
  const { bucket, credentials } = await prepareBucket(ready);
  const put = (at: Ready, Key: string, bytes: number) =>
    clientFor(at, credentials).send(new PutObjectCommand({ Bucket: bucket, Key, Body: Buffer.alloc(bytes, 'x') }));
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
  expect(tooLarge).toMatchObject({ code: 'InternalError', status: 500, message: expect.stringContaining(TOLD) });
  expect(tooMuch).toMatchObject({ code: 'InternalError', message: expect.stringContaining(TOLD) });
  expect(refused).toEqual(Array(3).fill(expect.stringContaining(TOLD)));
  expect(refused[0]).toMatch(/^507 /);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(names(listed.text)).toEqual(acknowledged.sort());
  expect(names(after.text)).toEqual(acknowledged);
  expect(second.emulator.stderr).toBe('');
  const keys = await clientFor(second.ready, credentials).send(new ListObjectsV2Command({ Bucket: bucket }));
  expect(keys.Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([['fits', 100_000]]);
});

/** Runs a program in a namespace of its own, where the folder `$0` is a disk of half a MiB. `$1` is the first step there. */
const ON_SMALL_DISK = 'mount -t tmpfs -o size=512k none "$0" && eval "$1" && shift && exec "$@"';

/** An emulator on such a disk; `step` is a line of shell before it starts, `prefix` one for its process. */
function onSmallDisk(disk: string, flags: readonly string[], step = ':'): EmulatorProcess {
  const namespaces = NAMESPACES.filter((flag) => !['--pid', '--fork'].includes(flag));
  const program = [process.execPath, '--import', 'tsx', 'emulator/main.ts', '--json', '--port', '0', '--s3-port', '0'];
  return new EmulatorProcess(flags, {}, [...namespaces, 'sh', '-c', ON_SMALL_DISK, disk, step, ...program], 'unshare');
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

    expect(before).toEqual([200, { status: 'ok', version }]);
    expect(full).toEqual([
      503,
      {
        status: 'unwritable',
        version,
        message: 'The emulator cannot write what it keeps (ENOSPC): its disk may be full, or its folder read-only.',
      },
    ]);
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

test.runIf(hasNamespaces)('E16: a folder with objects on a read-only disk is told so, too', async () => {
  const disk = temporaryFolder();
  const other = temporaryFolder();
  const { emulator } = await startProcess(['--data', other, '--bucket', 'uploads']);
  await emulator.kill('SIGTERM');
  const step = `cp -r ${other} "$0/data" && chmod -R u+rwX "$0/data" && mount -o remount,ro "$0"`;

  const ended = await onSmallDisk(disk, ['--data', `${disk}/data`], step).ended;

  expect([ended.code, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toMatch(/^The data folder \S+ cannot be used: .*for writing.*\n$/);
});
