import { randomBytes } from 'node:crypto';
import {
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { AdminClient } from '../../../emulator/garage/admin-client';
import { callAdmin } from '../../../scripts/garage/call-admin';
import { GarageCluster } from '../../../scripts/garage/cluster';
import { hasToolChain } from '../../support/tool-chain';
import { FakeCluster } from './fake-cluster';

/** A cluster of one node, and what S3 clients do to it. */
export interface ClusterUnderTest {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
  /** A call as it is on the wire; the response, whatever its status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read freely what Garage sent
  admin(method: 'GET' | 'POST', operation: string, query: Record<string, string>, body?: unknown): Promise<any>;
  putObject(bucketId: string): Promise<void>;
  deleteObject(bucketId: string): Promise<void>;
  startUpload(bucketId: string): Promise<void>;
  /** DeleteBucket of S3, by a key with the owner bit. */
  deleteOverS3(alias: string): Promise<void>;
  /** Saves all metadata; the returned function stops the cluster, puts them back, and starts it again. */
  save(): Promise<() => Promise<void>>;
}

/** The clusters that a suite runs on: the fake one, and the real one where `garage` is on the PATH. */
export async function clusters(): Promise<
  { readonly name: string; readonly start: () => Promise<ClusterUnderTest> }[]
> {
  const fake = { name: 'fake cluster', start: startFake };
  const hasGarage = await hasToolChain('Garage', 'that the real admin API is as the fake one has it');
  return hasGarage ? [fake, { name: 'real cluster', start: startReal }] : [fake];
}

async function startFake(): Promise<ClusterUnderTest> {
  const fake = await FakeCluster.start();
  return {
    url: fake.url,
    token: fake.token,
    stop: () => fake.stop(),
    admin: (...call) => callAdmin(fake, ...call),
    putObject: async (id) => fake.tables.putObject(id),
    deleteObject: async (id) => fake.tables.emptyBucket(id),
    startUpload: async (id) => fake.tables.startUpload(id),
    deleteOverS3: async (alias) => fake.tables.deleteOverS3(alias),
    save: async () => {
      const restore = fake.tables.save();
      return async () => restore();
    },
  };
}

async function startReal(): Promise<ClusterUnderTest> {
  const cluster = await GarageCluster.start(1);
  const node = cluster.node(0);
  const { url, s3Url } = node;
  const { token } = cluster;
  const api = new AdminClient({ urls: [url], token });
  const accessKeyId = `GK${randomBytes(12).toString('hex')}`;
  const secretAccessKey = randomBytes(32).toString('hex');
  await api.importKey({ accessKeyId, secretAccessKey, name: 'test' });
  const s3 = new S3Client({
    endpoint: s3Url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const everything = { read: true, write: true, owner: true };
  /** Garage takes the id of a bucket for its name. The key has the rights only as long as it needs them. */
  const asOwner = async (id: string, use: () => Promise<unknown>) => {
    await api.allow(id, accessKeyId, everything);
    await use();
    await api.deny(id, accessKeyId, everything);
  };
  return {
    url,
    token,
    stop: async () => {
      s3.destroy();
      await cluster.stop();
    },
    admin: (...call) => cluster.node(0).admin(...call),
    putObject: (id) => asOwner(id, () => s3.send(new PutObjectCommand({ Bucket: id, Key: 'object', Body: 'x' }))),
    deleteObject: (id) => asOwner(id, () => s3.send(new DeleteObjectCommand({ Bucket: id, Key: 'object' }))),
    startUpload: (id) => asOwner(id, () => s3.send(new CreateMultipartUploadCommand({ Bucket: id, Key: 'upload' }))),
    deleteOverS3: async (alias) => {
      const id = (await api.findBucket({ alias }))?.id ?? '';
      await asOwner(id, () => s3.send(new DeleteBucketCommand({ Bucket: alias })));
    },
    save: () => cluster.save(),
  };
}
