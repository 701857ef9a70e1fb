import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import type { EmulatorOptions } from '../../emulator';
import { GarageCluster } from '../../scripts/garage/cluster';
import { closedPort } from '../../scripts/support/closed-port';
import { startEmulator, temporaryFolder } from '../emulator/support';
import { runToEnd } from '../support/emulator-process';
import { hasToolChain } from '../support/tool-chain';
import { Workspace } from '../support/workspace';

const hasGarage = await hasToolChain('Garage', 'that coffer-emulator move keeps ids, names, keys, secrets and objects');

const CONFIG = `
  provider "coffer" {}
  resource "coffer_secret" "s" {
    name  = "db"
    value = "canary"
  }
  resource "coffer_bucket" "b" {
    max_size    = 100000000
    description = "kept"
  }
  resource "coffer_bucket" "empty" {
    max_size = 1000
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id, coffer_bucket.empty.id]
    permissions = { read = true, write = true, owner = true }
  }
  resource "coffer_access_key" "reader" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
`;

/** Of an admin token, as the page of self-hosting has it. */
const SCOPE = (
  'GetClusterHealth GetClusterStatus ListBuckets GetBucketInfo CreateBucket UpdateBucket DeleteBucket CleanupIncompleteUploads ' +
  'AddBucketAlias ListKeys GetKeyInfo ImportKey UpdateKey DeleteKey AllowBucketKey DenyBucketKey'
).split(' ');

const PART = Buffer.alloc(5 * 1024 * 1024, 'part');
/** By key: text, and what its client said about it. */
const OBJECTS = {
  'a/b c+d%é': { Body: 'text', ContentType: 'text/plain; charset=utf-8', Metadata: { note: 'kept' } },
  'a/../b': { Body: 'x'.repeat(100_000), CacheControl: 'no-store' },
  empty: { Body: '' },
};

interface Place {
  readonly s3: string;
  readonly options: EmulatorOptions;
}

/** An emulator that clients find at the same address after each move. */
async function prepare() {
  const cluster = await GarageCluster.start(1);
  onTestFinished(() => cluster.stop());
  const [port, s3Port] = [await closedPort(), await closedPort()];
  const token = join(temporaryFolder(), 'token');
  const { url, s3Url } = cluster.node(0);
  const shared = { port, tokens: ['token'], s3PublicUrl: 'https://s3.example', log: () => undefined };
  const here = (dataDir: string): Place => ({
    s3: `http://127.0.0.1:${s3Port}`,
    options: { ...shared, s3Port, dataDir },
  });
  const there = (dataDir: string): Place => ({
    s3: s3Url,
    options: { ...shared, dataDir, garage: { adminUrls: [url], adminToken: cluster.token } },
  });
  const move = (data: string, to: string, adminToken = cluster.token) => {
    writeFileSync(token, adminToken);
    return runToEnd([
      ...['move', '--data', data, '--to', to, '--s3-public-url', s3Url],
      ...['--garage-admin-url', url, '--garage-admin-token-file', token],
    ]);
  };
  return { cluster, here, there, move };
}

function clientAt({ s3 }: Place, key: Readonly<Record<string, unknown>>): S3Client {
  const credentials = { accessKeyId: String(key.access_key_id), secretAccessKey: String(key.secret_access_key) };
  const client = new S3Client({ endpoint: s3, region: 'us-east-1', forcePathStyle: true, credentials });
  onTestFinished(() => client.destroy());
  return client;
}

async function fill(s3: S3Client, Bucket: string): Promise<void> {
  for (const [Key, object] of Object.entries(OBJECTS)) await s3.send(new PutObjectCommand({ Bucket, Key, ...object }));
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
  const Parts = [];
  for (const PartNumber of [1, 2]) {
    const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key: 'parts', UploadId, PartNumber, Body: PART }));
    Parts.push({ PartNumber, ETag });
  }
  await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'parts', UploadId, MultipartUpload: { Parts } }));
  const CORSRules = [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://app.example'] }];
  await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
}

async function expectFilled(s3: S3Client, Bucket: string): Promise<void> {
  for (const [Key, { Body, ...said }] of Object.entries(OBJECTS)) {
    const found = await s3.send(new GetObjectCommand({ Bucket, Key }));
    expect({ Key, text: await found.Body?.transformToString() }).toEqual({ Key, text: Body });
    expect(found).toMatchObject(said);
  }
  const parts = await s3.send(new GetObjectCommand({ Bucket, Key: 'parts' }));
  expect(Buffer.concat([PART, PART]).equals(Buffer.from((await parts.Body?.transformToByteArray()) ?? []))).toBe(true);
  const { CORSRules } = await s3.send(new GetBucketCorsCommand({ Bucket }));
  expect(CORSRules).toMatchObject([{ AllowedOrigins: ['https://app.example'] }]);
}

test.runIf(hasGarage)(
  'a service that moves into a cluster and back has the same objects, and Terraform plans nothing',
  async () => {
    const { cluster, here, there, move } = await prepare();
    const folders = [temporaryFolder(), join(temporaryFolder(), 'there'), join(temporaryFolder(), 'back')] as const;
    const first = here(folders[0]);
    let emulator = await startEmulator(first.options);
    await using workspace = await Workspace.create(emulator);
    await workspace.write(CONFIG);
    await workspace.apply();
    const bucket = String((await workspace.resource('coffer_bucket.b')).alias);
    const key = await workspace.resource('coffer_access_key.k');
    const reader = await workspace.resource('coffer_access_key.reader');
    await fill(clientAt(first, key), bucket);
    const state = await workspace.read('terraform.tfstate');
    const isSame = async (place: Place) => {
      emulator = await startEmulator(place.options);
      const { code, output } = await workspace.run(['plan', '-detailed-exitcode', '-no-color', '-out=plan']);
      expect({ code, output }).toMatchObject({ code: 0 });
      const { stdout } = await workspace.run(['show', '-json', 'plan']);
      // What Terraform read differs from the state in nothing.
      expect(JSON.parse(stdout).resource_drift ?? []).toEqual([]);
      expect(await workspace.read('terraform.tfstate')).toBe(state);
      await expectFilled(clientAt(place, key), bucket);
      await expectFilled(clientAt(place, { ...key, ...reader }), bucket).catch((error) => {
        // It may not read the configuration.
        expect(String(error)).toMatch(/AccessDenied|Forbidden/);
      });
    };

    await emulator.stop();
    const into = await move(folders[0], folders[1]);
    expect(into).toMatchObject({ code: 0, stderr: '' });
    expect(into.stdout).toContain(`bucket ${bucket}: 4 objects`);
    await isSame(there(folders[1]));
    const keys: { name: string }[] = await cluster.node(0).admin('GET', 'ListKeys');
    expect(keys.filter(({ name }) => name.endsWith(':move'))).toEqual([]);

    await emulator.stop();
    const back = await move(folders[1], folders[2]);
    expect(back).toMatchObject({ code: 0, stderr: '' });
    await isSame(here(folders[2]));
    expect(into.stdout + back.stdout).not.toContain(String(key.secret_access_key));
  },
);

test.runIf(hasGarage)(
  'a move that meets what it cannot move changes nothing here, and goes on when it is run again',
  async () => {
    const { cluster, here, there, move } = await prepare();
    const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'there')];
    const first = here(from);
    const emulator = await startEmulator(first.options);
    await using workspace = await Workspace.create(emulator);
    await workspace.write(CONFIG);
    await workspace.apply();
    const bucket = String((await workspace.resource('coffer_bucket.b')).alias);
    const empty = String((await workspace.resource('coffer_bucket.empty')).alias);
    const key = await workspace.resource('coffer_access_key.k');
    await fill(clientAt(first, key), bucket);
    await emulator.stop();
    const stranger = await cluster.node(0).admin('POST', 'CreateBucket', {}, { globalAlias: empty });

    const taken = await move(from, to);

    expect(taken).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`a bucket with the name ${empty} already`),
    });
    expect((await cluster.node(0).admin('GET', 'GetBucketInfo', { globalAlias: empty })).id).toBe(stranger.id);
    await expect(startEmulator(there(to).options)).rejects.toThrow('coffer-emulator move again');
    await cluster.node(0).admin('POST', 'DeleteBucket', { id: stranger.id });
    expect(await move(from, to)).toMatchObject({ code: 0, stderr: '' });
    await startEmulator(there(to).options);
    await expectFilled(clientAt(there(to), key), bucket);
    expect(await workspace.run(['plan', '-detailed-exitcode'])).toMatchObject({ code: 0 });
    // What was there stays, and a folder that is in use is not moved to.
    expect(readdirSync(from)).toContain('coffer.db');
    const again = await move(from, to);
    expect(again).toMatchObject({ code: 1 });
  },
);

test.runIf(hasGarage)(
  'a repeated move revokes and deletes what the old service has no more, and says what it leaves in the cluster',
  async () => {
    const { cluster, here, there, move } = await prepare();
    const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'there')];
    let emulator = await startEmulator(here(from).options);
    const rest = async (method: string, path: string, body?: object) => {
      const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
      const response = await fetch(`${emulator.baseUrl}${path}`, {
        ...{ method, headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect({ path, ok: response.ok }).toEqual({ path, ok: true });
      return (method === 'DELETE' ? {} : await response.json()) as Record<string, string>;
    };
    const project_id = emulator.projectId;
    const newKey = (...ids: (string | undefined)[]) =>
      rest('POST', '/s3/keys', {
        ...{ project_id, bucket_ids: ids },
        permissions: { read: true, write: true, owner: false },
      });
    const newBucket = () => rest('POST', '/s3/buckets', { project_id, max_size: 1_000_000 });
    const [kept, gone] = [await newBucket(), await newBucket()];
    const [revoked, untaken, key] = [await newKey(kept.id), await newKey(kept.id), await newKey(kept.id, gone.id)];
    const [Bucket, Gone] = Object.values(await rest('GET', '/s3/buckets')).map(
      (each) => (each as unknown as { alias: string }).alias,
    );
    for (const at of [Bucket, Gone])
      await clientAt(here(from), key).send(new PutObjectCommand({ Bucket: at, Key: 'x', Body: 'x' }));
    await emulator.stop();
    // Its id was used, and cannot be used again.
    const stranger = { accessKeyId: untaken.access_key_id, secretAccessKey: '0'.repeat(64), name: 'stranger' };
    await cluster.node(0).admin('POST', 'ImportKey', {}, stranger);
    await cluster.node(0).admin('POST', 'DeleteKey', { id: String(untaken.access_key_id) });

    const first = await move(from, to);

    expect(first).toMatchObject({ code: 1 });
    expect(first.stderr).toContain(`The access key ${untaken.access_key_id} was deleted in the storage cluster`);
    expect(first.stderr).toContain('Start the old service, delete this key');
    const names = async () => (await cluster.node(0).admin('GET', 'ListKeys')) as { id: string; name: string }[];
    expect((await names()).map(({ id }) => id)).toContain(revoked.access_key_id);
    emulator = await startEmulator(here(from).options);
    await rest('DELETE', `/s3/keys/${revoked.id}`);
    await rest('DELETE', `/s3/keys/${untaken.id}`);
    await clientAt(here(from), key).send(new DeleteObjectCommand({ Bucket: Gone, Key: 'x' }));
    await rest('DELETE', `/s3/buckets/${gone.id}`);
    await emulator.stop();
    const { secretToken } = await cluster.node(0).admin(
      'POST',
      'CreateAdminToken',
      {},
      {
        ...{ name: 'few', neverExpires: true },
        scope: SCOPE.filter((each) => each !== 'DeleteKey'),
      },
    );
    expect(await move(from, to)).toMatchObject({ code: 0, stderr: '' });
    expect((await names()).map(({ id }) => id)).not.toContain(revoked.access_key_id);
    const absent = { code: 'NoSuchBucket' };
    expect(await cluster.node(0).admin('GET', 'GetBucketInfo', { globalAlias: String(Gone) })).toMatchObject(absent);
    const found = await clientAt(there(to), key).send(new GetObjectCommand({ Bucket, Key: 'x' }));
    expect(await found.Body?.transformToString()).toBe('x');

    const back = await move(to, join(temporaryFolder(), 'back'), secretToken);

    expect(back.code).toBe(0);
    expect(back.stderr).toMatch(/^Warning: The key of the move, (GK\w+), may be left .*garage key delete --yes \1/);
    expect(back.stdout).toContain('All is moved');
  },
);

test('a reader that ends early leaves no stack trace', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'emulator/main.ts', 'move', '--help']);
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, said]).toEqual([0, '']);
});

test('the command says all that is missing, and what is no data folder', async () => {
  const usage = await runToEnd(['move', '--s3-public-url', 'https://user:canary@s3.example']);

  expect(usage.code).toBe(2);
  for (const part of ['--data is needed', '--to is needed', '--garage-admin-url is needed', '--s3-public-url is']) {
    expect(usage.stderr).toContain(part);
  }
  expect(usage.stderr).not.toContain('canary');
  const none = await runToEnd([
    ...['move', '--data', temporaryFolder(), '--to', 'b', '--s3-public-url', 'http://127.0.0.1:1'],
    ...['--garage-admin-url', 'http://127.0.0.1:1', '--garage-admin-token-file', join(import.meta.dirname, 'none')],
  ]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
});
