import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import { NO_LAG } from '../../../../emulator/domain/lag';
import { Service } from '../../../../emulator/domain/service';
import { AdminApi } from '../../../../emulator/garage/admin-api';
import { Nodes } from '../../../../emulator/garage/nodes';
import { GaragePlane } from '../../../../emulator/garage/plane';
import { Rows } from '../../../../emulator/garage/rows';
import { resolveKnobs } from '../../../../emulator/settings/knobs';
import { openStorage } from '../../../../emulator/storage/storage';
import { VirtualClock } from '../../../../emulator/system/clock';
import { createRandom } from '../../../../emulator/system/random';
import { overGarage } from '../../../../emulator/wiring/garage';
import { clientOf, temporaryFolder } from '../support';
import { FakeCluster } from './fake-cluster';

export const PROJECT = 'project-1';
export const CALLER = { projectIds: [PROJECT] };
export const READ = { read: true, write: false, owner: false };
export const ALL = { read: true, write: true, owner: true };

/** A fake cluster that ends with the test. */
export async function startCluster(): Promise<FakeCluster> {
  const cluster = await FakeCluster.start();
  onTestFinished(() => cluster.stop());
  return cluster;
}

export interface ControlPlaneOptions {
  readonly folder?: string;
  readonly urls?: readonly string[];
  readonly encryptionKey?: string;
  readonly now?: () => number;
  /** Of a call, and of a request. Default: long enough for a machine with eight other things to do. */
  readonly timeoutMs?: number;
  readonly timeLimitMs?: number;
}

/** The service without HTTP over a cluster. Its loop runs when a test says so. */
export function openControlPlane(
  cluster: { readonly url: string; readonly token: string },
  { folder = temporaryFolder(), urls = [cluster.url], ...options }: ControlPlaneOptions = {},
) {
  const storage = openStorage(folder, { plane: 'garage', encryptionKey: options.encryptionKey });
  const { stores, database } = storage;
  stores.tokens.grant('token', [PROJECT], 'start');
  const log: string[] = [];
  const nodes = new Nodes(urls);
  const api = new AdminApi({ nodes, token: cluster.token, timeoutMs: options.timeoutMs ?? 10_000 });
  const rows = new Rows(database, options.now);
  const knobs = resolveKnobs();
  const rely = <Name extends keyof typeof knobs>(name: Name) => knobs[name];
  const { transaction } = database;
  const shared = { random: createRandom(undefined), rely, transaction };
  const plane = new GaragePlane({
    ...{ api, nodes, rows, ...shared, timeLimitMs: options.timeLimitMs ?? 60_000 },
    ...{ buckets: stores.buckets, accessKeys: stores.accessKeys, log: (line: string) => log.push(line) },
  });
  const settle = () => ({ kind: 'immediate' }) as const;
  const service = new Service(
    { ...shared, clock: new VirtualClock(), lag: NO_LAG, settle, fromReserve: storage.fromReserve },
    stores,
    plane,
  );
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await plane.stop();
    await storage.close();
  };
  onTestFinished(close);
  /** A folder with a copy of the database, as SQLite's own backup makes it, and of the key. */
  const backUp = () => {
    const copy = temporaryFolder();
    database.connection.prepare('VACUUM INTO ?').run(join(copy, 'coffer.db'));
    writeFileSync(join(copy, 'encryption.key'), storage.key.toString('base64'));
    return copy;
  };
  const newBucket = (maxSize = 1000n) =>
    service.buckets.create(CALLER, { projectId: PROJECT, maxSize, description: null });
  const newKey = (bucketIds: readonly string[] = [], permissions = READ) =>
    service.accessKeys.create(CALLER, { projectId: PROJECT, bucketIds, permissions });
  /** The id in the cluster. */
  const clusterIdOf = (id: string) => rows.bucket(id)?.clusterId ?? '';
  return { service, plane, rows, stores, folder, log, close, backUp, newBucket, newKey, clusterIdOf };
}

export type ControlPlane = ReturnType<typeof openControlPlane>;

/** Cluster and rows are equal, nothing is half done, and nobody's key opens anything. */
export function expectAgreement({ stores, rows }: ControlPlane, cluster: FakeCluster): void {
  const accessKeys = stores.accessKeys.list([PROJECT]);
  const { buckets, keys, lostUploads } = cluster.state();
  const byAlias = (one: { aliases: string[] }, other: { aliases: string[] }) =>
    String(one.aliases) < String(other.aliases) ? -1 : 1;
  const ours = stores.buckets.list([PROJECT]).map(({ id, alias, maxSize }) => ({
    aliases: [alias],
    quota: maxSize,
    keys: accessKeys
      .filter(({ bucketIds }) => bucketIds.includes(id))
      .map((key) => ({ id: key.accessKeyId, permissions: rows.key(key.id)?.granted }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  }));
  const theirs = buckets.map(({ aliases, quota, keys: all }) => ({
    aliases,
    quota,
    keys: all.filter(({ permissions }) => Object.values(permissions).includes(true)),
  }));
  expect(theirs.sort(byAlias)).toEqual(ours.sort(byAlias));
  const proof = rows.proof?.accessKeyId;
  expect(keys.filter(({ id }) => id !== proof).map(({ id, expired }) => ({ id, expired }))).toEqual(
    accessKeys
      .map(({ accessKeyId: id }) => ({ id, expired: false }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  );
  const states = [...rows.buckets(), ...rows.keys()].map(({ state, isMissing }) =>
    isMissing && state === 'live' ? 'missing' : state,
  );
  expect(states.filter((state) => state !== 'live' && state !== 'revoked')).toEqual([]);
  expect(lostUploads).toBe(0n);
}

export const PUBLIC_URL = 'https://s3.example';

/** An emulator over a fake cluster. Both end with the test. */
export async function overCluster(more: EmulatorOptions = {}, given?: FakeCluster) {
  const cluster = given ?? (await startCluster());
  const log: string[] = [];
  const options: EmulatorOptions = {
    ...{ s3PublicUrl: PUBLIC_URL, dataDir: temporaryFolder(), log: (line: string) => void log.push(line) },
    ...more,
  };
  const emulator = await Emulator.start(options, overGarage({ adminUrls: [cluster.url], adminToken: cluster.token }));
  onTestFinished(() => emulator.stop());
  return { cluster, options, emulator, log, send: clientOf(emulator, emulator.token), project: emulator.projectId };
}
