import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Emulator } from '../../../../emulator';
import { startProxy } from './proxy';

/** How a bucket is named in a request: in the path, or in the host name. */
export type Style = 'path' | 'virtual';

/** A bucket of an emulator with a key for it, a way to reach it by host name, and a folder of files to bring there. */
export interface ClientBucket extends AsyncDisposable {
  readonly emulator: Emulator;
  /** By loopback address for path style, by a name below `.test` for virtual hosts. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly bucketId: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Empty; removed at the end. */
  readonly folder: string;
  /** For every client: nothing of the user's own configuration, and the proxy where it is needed. */
  readonly env: Readonly<Record<string, string>>;
}

const HOST = 's3.coffer.test';
const MIB = 2 ** 20;

/** Names that shells, URLs and XML trip over, each legal in a file system. */
export const ODD_NAMES = [
  'spa ce',
  'plus+sign',
  'per%25cent',
  'ünïcödé',
  "quo'te",
  'am&per',
  'a=b',
  'semi;colon',
  'at@sign',
  '(paren)',
];

/** Files to bring: empty, small, odd, deep, and large enough for an upload in parts. */
export async function writeFiles(folder: string): Promise<void> {
  const files: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    small: Buffer.from('small'),
    'deep/er/file.txt': Buffer.from('deep'),
    'large.bin': randomBytes(20 * MIB + 1),
    ...Object.fromEntries(ODD_NAMES.map((name) => [`odd/${name}`, Buffer.from(name)])),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}

/** A bucket of its own emulator, reached in one style. */
export async function startBucket(style: Style): Promise<ClientBucket> {
  const emulator = await Emulator.start(style === 'virtual' ? { s3PublicUrl: `http://${HOST}` } : {});
  const proxy = await startProxy(Number(new URL(emulator.s3Endpoint).port));
  const folder = await mkdtemp(join(tmpdir(), 'coffer-clients-'));
  const bucketId = (await post<{ id: string }>(emulator, '/s3/buckets', { max_size: 500 * MIB })).id;
  const key = await post<{ access_key_id: string; secret_access_key: string }>(emulator, '/s3/keys', {
    bucket_ids: [bucketId],
    permissions: { read: true, write: true, owner: false },
  });
  const [listed] = emulator.inspect.buckets();
  return {
    emulator,
    bucketId,
    bucket: listed?.alias ?? '',
    endpoint: style === 'virtual' ? `http://${HOST}` : emulator.s3Endpoint,
    accessKeyId: key.access_key_id,
    secretAccessKey: key.secret_access_key,
    folder,
    env: {
      HOME: folder,
      AWS_ACCESS_KEY_ID: key.access_key_id,
      AWS_SECRET_ACCESS_KEY: key.secret_access_key,
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      HTTP_PROXY: style === 'virtual' ? proxy.url : '',
      http_proxy: style === 'virtual' ? proxy.url : '',
      NO_PROXY: '',
      no_proxy: '',
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await emulator.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function post<T>({ baseUrl, token, projectId }: Emulator, path: string, body: object): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: projectId, ...body }),
  });
  return (await response.json()) as T;
}
