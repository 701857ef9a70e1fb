import { lookup } from 'node:dns';
import { Agent } from 'node:http';
import { S3, type S3ClientConfig, type S3ServiceException } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { onTestFinished } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../../../emulator';
import { useEmulator } from '../../../../emulator/testing/vitest';
import { sampled } from '../../../support/dice';
import { clientOf, startEmulator } from '../support';
import { type RawRequest, send } from './raw';

/** How a client puts the bucket into a request. */
export type Style = 'path' | 'virtual-host';

export const STYLES: readonly Style[] = ['path', 'virtual-host'];

/** One of the styles, drawn for these operations, since routing alone knows the style; both for objects, and in full. */
export const drawStyle = (operations: string): readonly Style[] => sampled(`style of ${operations}`, STYLES, 1);

/** What an access key may do. */
export interface Bits {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly owner?: boolean;
}

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A bucket, as its name and its id. */
export interface TestBucket {
  readonly id: string;
  readonly alias: string;
}

/** What makes buckets and keys over REST. */
export type Plane = ReturnType<typeof planeOf>;

const ALL: Bits = { read: true, write: true, owner: true };

/** Control of one project: that of the emulator's token, or another's. */
export function planeOf(emulator: Emulator, project = { token: emulator.token, projectId: emulator.projectId }) {
  const send = clientOf(emulator, project.token);
  return {
    emulator,
    send,
    async bucket(maxSize = 10 ** 12): Promise<TestBucket> {
      const { json } = await send('POST', '/s3/buckets', { project_id: project.projectId, max_size: maxSize });
      const bucket = emulator.inspect.buckets().find(({ id }) => id === json.id);
      if (!bucket) throw new Error('The bucket that was made is not there.');
      return { id: bucket.id, alias: bucket.alias };
    },
    async key(buckets: readonly TestBucket[], { read = false, write = false, owner = false }: Bits) {
      const { json } = await send('POST', '/s3/keys', {
        project_id: project.projectId,
        bucket_ids: buckets.map(({ id }) => id),
        permissions: { read, write, owner },
      });
      const credentials: Credentials = { accessKeyId: json.access_key_id, secretAccessKey: json.secret_access_key };
      return { id: json.id as string, ...credentials };
    },
  };
}

/** A client of the official SDK. Closed when the test ends. */
export function clientFor(
  { s3Endpoint }: Pick<Emulator, 's3Endpoint'>,
  credentials: Credentials,
  style: Style = 'path',
  more: Partial<S3ClientConfig> = {},
): S3 {
  const client = new S3({
    // Buckets stand before a name here: 127.0.0.1 would force path style.
    endpoint: style === 'path' ? s3Endpoint : s3Endpoint.replace('127.0.0.1', 'localhost'),
    region: 'us-east-1',
    forcePathStyle: style === 'path',
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    credentials,
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({ httpAgent: loopbackAgent() }),
    ...more,
  });
  onTestFinished(() => client.destroy());
  return client;
}

/** Resolves every name to loopback: `*.localhost` does not resolve everywhere (E9). */
export function loopbackAgent(): Agent {
  return new Agent({
    keepAlive: true,
    lookup: (_name, options, callback) => lookup('127.0.0.1', { ...options, family: 4 }, callback),
  });
}

/** An emulator with a bucket, and a key that may do everything with it. */
export async function startS3(style: Style = 'path', options: EmulatorOptions = {}): Promise<Bench> {
  return benchOf(await startEmulator(options), style);
}

/** Code, status and message of what a command is refused with. */
export async function routeError(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (cause: S3ServiceException) => cause,
  );
  if (!error) throw new Error('It was not refused.');
  return { code: error.name, status: error.$metadata?.httpStatusCode ?? 0, message: error.message };
}

/** A client with a bucket of its own. */
export type Bench = Awaited<ReturnType<typeof benchOf>>;

async function benchOf(emulator: Emulator, style: Style) {
  const plane = planeOf(emulator);
  const bucketRecord = await plane.bucket();
  const credentials = await plane.key([bucketRecord], ALL);
  const client = clientFor(emulator, credentials, style);
  /** Sends a request as it is, signed. */
  const ask = (request: RawRequest) => send(emulator.s3Endpoint, request, credentials);
  return { ...plane, client, Bucket: bucketRecord.alias, bucketRecord, alias: bucketRecord, credentials, ask };
}

/** Status and code of what a command is refused with: `404 NoSuchKey`. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const { status, code } = await routeError(work);
  return `${status} ${code}`;
}

/** One emulator for all tests of a file or block: each asks for a bucket and a client of its own. */
export function shareS3(style: Style = 'path', options: EmulatorOptions = {}): () => Promise<Bench> {
  const emulator = useEmulator({ ...options, reset: false });
  return () => benchOf(emulator, style);
}
