import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { EmulatorProcess, type Ready, startProcess } from './process';
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
