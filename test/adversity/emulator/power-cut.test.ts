import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentOf, startService } from '../../host/emulator/domain/objects/support';
import { clientFor } from '../../host/emulator/s3/support';
import { base64, clientOf, temporaryFolder } from '../../host/emulator/support';
import { hasToolChain } from '../../real/support/tool-chain';
import { EMULATOR_PROGRAM } from '../../support/built-emulator';
import { EmulatorProcess, type Ready } from '../../support/emulator-process';
import { Disk, type Names } from './power-cut/disk';
import { type Call, parseTrace, STRACE } from './power-cut/trace';

/*
 * A power cut takes what was written but not synced. What the process asks of the system is recorded, replayed on a disk that
 * keeps what was synced and nothing else, and cut after each response: everything that was acknowledged has to be there.
 */

/** What has to be there after so many responses: objects by key, undefined: deleted; names of secrets. */
interface Expected {
  readonly objects: ReadonlyMap<string, Buffer | undefined>;
  readonly secrets: readonly string[];
}

interface Recorded {
  readonly folder: string;
  readonly calls: readonly Call[];
  /** By number of responses; nothing is expected before the first entry. */
  readonly expected: ReadonlyMap<number, Expected>;
}

const isTraced = await hasToolChain('strace', 'power cuts of the emulator');

describe.runIf(isTraced)('a power cut with --durable', () => {
  let recording: Promise<Recorded> | undefined;
  /** One for all tests, made by the first. */
  const recorded = () => {
    recording ??= record();
    return recording;
  };

  test.each<Names>(['synced', 'all'])(
    'E16: everything that was acknowledged is there, after each response, when %s names are left',
    { timeout: 240_000 },
    async (names) => {
      const all = await recorded();
      const points = [...all.expected.keys()];
      expect(points.length).toBeGreaterThan(10);

      for (const point of points) expect(await lost(all, point, names), `after ${point} responses`).toEqual([]);
    },
  );
});

/** What is not as expected when the power goes after so many responses. */
async function lost({ folder, calls, expected }: Recorded, responses: number, names: Names): Promise<string[]> {
  const disk = new Disk();
  let left = responses;
  for (const call of calls) {
    if (call.kind === 'response') left -= 1;
    else disk.apply(call);
    if (left === 0) break;
  }
  const copy = temporaryFolder();
  disk.leave(folder, copy, names);
  try {
    return await compare(copy, expected.get(responses));
  } catch (error) {
    return [String(error)];
  }
}

async function compare(folder: string, expected: Expected | undefined): Promise<string[]> {
  const { service, storage } = startService(folder);
  const [bucket] = storage.stores.buckets.list(['project-1']);
  const problems: string[] = [];
  for (const [key, bytes] of expected?.objects ?? []) {
    const found = bucket && (await contentOf(service, { bucketId: bucket.id, key }).catch((error) => String(error)));
    const isSame = typeof found === 'object' ? bytes?.equals(found.bytes) : found === bytes;
    if (!isSame) problems.push(key);
  }
  const secrets = storage.stores.secrets.list(['project-1']).map(({ name }) => name);
  return [...problems, ...(expected?.secrets ?? []).filter((name) => !secrets.includes(name))];
}

/** Starts an emulator under strace, has it respond to one request after the other, and kills it. */
async function record(): Promise<Recorded> {
  const parent = temporaryFolder();
  const [folder, trace] = [join(parent, 'data'), join(parent, 'trace')];
  mkdirSync(folder);
  const flags = ['--json', '--port', '0', '--s3-port', '0', '--data', folder, '--durable'];
  const program = [...STRACE, '-o', trace, process.execPath, EMULATOR_PROGRAM];
  const emulator = new EmulatorProcess(flags, { UV_USE_IO_URING: '0' }, program, 'strace');
  const expected = await work(await emulator.ready());
  await emulator.kill('SIGKILL');
  return { folder, calls: parseTrace(readFileSync(trace, 'latin1'), folder), expected };
}

async function work(ready: Ready): Promise<Recorded['expected']> {
  const send = clientOf(ready, ready.token);
  const objects = new Map<string, Buffer | undefined>();
  const secrets: string[] = [];
  const expected = new Map<number, Expected>();
  let responses = 0;
  const answered = (key?: string, bytes?: Buffer) => {
    responses += 1;
    if (key !== undefined) objects.set(key, bytes);
    expected.set(responses, { objects: new Map(objects), secrets: [...secrets] });
  };
  const project_id = ready.projectId;
  const bucketId = (await send('POST', '/s3/buckets', { project_id, max_size: 10 ** 9 })).json.id;
  answered();
  const permissions = { read: true, write: true, owner: true };
  const made = (await send('POST', '/s3/keys', { project_id, bucket_ids: [bucketId], permissions })).json;
  answered();
  const Bucket = (await send('GET', '/s3/buckets')).json[0].alias;
  answered();
  const s3 = clientFor(ready, { accessKeyId: made.access_key_id, secretAccessKey: made.secret_access_key });
  const put = async (Key: string, size: number, fill: string) => {
    const Body = Buffer.alloc(size, fill);
    await s3.putObject({ Bucket, Key, Body });
    answered(Key, Body);
  };
  for (const round of ['a', 'b']) {
    await put('small', 1_000, round);
    await put('middle', 20_000, round);
    await put('large', 700_000, round);
    await send('POST', '/secrets', { project_id, name: round, value: base64(round) });
    secrets.push(round);
    answered();
    await s3.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/middle` });
    answered('copy', Buffer.alloc(20_000, round));
    const Body = Buffer.alloc(30_000, round);
    const at = { Bucket, Key: 'parts' };
    const { UploadId } = await s3.createMultipartUpload(at);
    answered();
    const { ETag } = await s3.uploadPart({ ...at, UploadId, PartNumber: 1, Body });
    answered();
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await s3.completeMultipartUpload({ ...at, UploadId, MultipartUpload });
    answered('parts', Body);
    await s3.deleteObject({ Bucket, Key: 'large' });
    answered('large', undefined);
  }
  await put('last', 50_000, 'z');
  return expected;
}
