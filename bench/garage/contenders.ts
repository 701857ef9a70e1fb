import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AdminClient } from '../../emulator/garage/admin-client';
import { GarageCluster } from '../../scripts/garage/cluster';
import { temporaryFolder } from '../../scripts/support/folders';
import { type Server, startServer, type Target } from '../support/server';

interface Made {
  readonly id: string;
}

/** A key that may read and write one bucket. */
interface MadeKey extends Made {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A system that creates buckets and keys and then stores objects. */
export interface Contender extends AsyncDisposable {
  readonly label: string;
  /** Undefined: it lacks the REST interface of the service. */
  readonly rest: Target | undefined;
  /** Undefined: a single process stores the objects. */
  readonly cluster: GarageCluster | undefined;
  /** Processes that serve it: the control plane and the nodes. */
  pids(): readonly number[];
  createBucket(): Promise<Made>;
  createKey(bucket: Made): Promise<MadeKey>;
  revoke(key: MadeKey): Promise<void>;
  deleteBucket(bucket: Made): Promise<void>;
  locate(bucket: Made): Promise<{ readonly endpoint: string; readonly bucket: string }>;
}

export const LABELS = ['emulator', 'emulator over Garage', 'Garage by hand'] as const;

const LARGEST_BUCKET = 2 ** 40;
/** The settings of docs/self-hosting.md. */
const SETTINGS = ['rpc_timeout_msec = 1000', 'rpc_ping_timeout_msec = 1000'];
const READ_WRITE = { read: true, write: true, owner: false };

/** Starts an empty contender, with three nodes if it has nodes. */
export async function startContender(label: (typeof LABELS)[number], program: string): Promise<Contender> {
  const folder = await temporaryFolder('coffer-bench-garage-');
  const cluster = label === 'emulator' ? undefined : await GarageCluster.start(3, SETTINGS);
  const end = async () => {
    await cluster?.stop();
    await folder[Symbol.asyncDispose]();
  };
  if (cluster && label === 'Garage by hand') return byHand(label, cluster, end);
  const backend = cluster ? await backendFlags(cluster, join(folder.path, 'token')) : ['--s3-port', '0'];
  const flags = ['--json', '--port', '0', '--data', join(folder.path, 'data'), ...backend];
  const server = await startServer([process.execPath, program, ...flags], /^\{/);
  return overRest(label, server, cluster, end);
}

async function backendFlags(cluster: GarageCluster, tokenFile: string): Promise<string[]> {
  await writeFile(tokenFile, cluster.token, { mode: 0o600 });
  return [
    ...['--s3-backend', 'garage', '--garage-admin-token-file', tokenFile, '--s3-region', 'us-east-1'],
    ...cluster.urls.flatMap((url) => ['--garage-admin-url', url]),
    ...['--s3-public-url', cluster.node(0).s3Url],
  ];
}

function overRest(
  label: string,
  server: Server,
  cluster: GarageCluster | undefined,
  end: () => Promise<void>,
): Contender {
  const rest = JSON.parse(server.said) as Target;
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(rest.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${rest.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const project_id = rest.projectId;
  return {
    label,
    rest,
    cluster,
    pids: () => [server.pid, ...pidsOf(cluster)],
    createBucket: async () => send('POST', '/s3/buckets', { project_id, max_size: LARGEST_BUCKET }),
    createKey: async ({ id }) => {
      const made = await send('POST', '/s3/keys', { project_id, bucket_ids: [id], permissions: READ_WRITE });
      return { id: made.id, accessKeyId: made.access_key_id, secretAccessKey: made.secret_access_key };
    },
    revoke: ({ id }) => send('DELETE', `/s3/keys/${id}`),
    deleteBucket: ({ id }) => send('DELETE', `/s3/buckets/${id}`),
    locate: async ({ id }) => {
      const { endpoint, alias } = (await send('GET', '/s3/buckets')).find((each: Made) => each.id === id);
      return { endpoint, bucket: alias };
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await end();
    },
  };
}

const pidsOf = (cluster: GarageCluster | undefined) => (cluster?.nodes ?? []).map(({ pid }) => pid);

/** Uses Garage's admin API without a control plane: the same calls, with nothing recorded. */
function byHand(label: string, cluster: GarageCluster, end: () => Promise<void>): Contender {
  const api = new AdminClient({ urls: cluster.urls, token: cluster.token });
  return {
    label,
    rest: undefined,
    cluster,
    pids: () => pidsOf(cluster),
    createBucket: async () => {
      const { id } = await api.createBucket(`bench-${randomBytes(6).toString('hex')}`);
      await api.setQuota(id, BigInt(LARGEST_BUCKET));
      return { id };
    },
    createKey: async (bucket) => {
      const accessKeyId = `GK${randomBytes(12).toString('hex')}`;
      const secretAccessKey = randomBytes(32).toString('hex');
      await api.importKey({ accessKeyId, secretAccessKey, name: 'bench' });
      await api.allow(bucket.id, accessKeyId, READ_WRITE);
      return { id: accessKeyId, accessKeyId, secretAccessKey };
    },
    revoke: async ({ id }) => void (await api.deleteKey(id)),
    deleteBucket: async ({ id }) => void (await api.deleteBucket(id)),
    // S3 also finds a bucket by its id.
    locate: async ({ id }) => ({ endpoint: cluster.node(0).s3Url, bucket: id }),
    [Symbol.asyncDispose]: end,
  };
}
