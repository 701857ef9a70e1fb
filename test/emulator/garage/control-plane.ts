import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { NO_LAG } from '../../../emulator/domain/lag';
import { Service } from '../../../emulator/domain/service';
import type { AdminClient, AdminClientOptions } from '../../../emulator/garage/admin-client';
import type { GarageContext } from '../../../emulator/garage/context';
import { GaragePlane } from '../../../emulator/garage/plane';
import { SqliteIntents } from '../../../emulator/sqlite/intents';
import { backUpDatabase } from '../../../emulator/storage/backup';
import { openStorage } from '../../../emulator/storage/storage';
import { VirtualClock } from '../../../emulator/system/clock';
import { openGarageContext } from '../../../emulator/wiring/garage-context';
import { temporaryFolder } from '../support';
import { FakeCluster } from './fake-cluster';

export const PROJECT = 'project-1';
export const CALLER = { projectIds: [PROJECT] };
export const READ = { read: true, write: false, owner: false };
export const ALL = { read: true, write: true, owner: true };

/** What a call of the control plane to the cluster becomes: `call` is the real one. */
export type Tamper = (operation: keyof AdminClient, call: () => Promise<unknown>) => Promise<unknown>;

/** How to open a control plane. */
export interface ControlPlaneOptions {
  readonly folder?: string;
  readonly tamper?: Tamper | undefined;
  readonly isExclusive?: boolean;
  readonly now?: () => number;
  /** Of each call. Default: long enough for a machine with eight other things to do. */
  readonly timeoutMs?: number;
}

/** A fake cluster that ends with the test. */
export async function startCluster(): Promise<FakeCluster> {
  const cluster = await FakeCluster.start();
  onTestFinished(() => cluster.stop());
  return cluster;
}

/** The service without HTTP over a cluster: what an emulator is made of, with time limits that tests can wait for. */
export function openControlPlane(
  cluster: { readonly token: string } & ({ readonly url: string } | { readonly urls: readonly string[] }),
  options: ControlPlaneOptions = {},
) {
  const { folder = temporaryFolder(), isExclusive = false } = options;
  const timeLimits = { responseMs: 30_000, bucketMs: 30_000, backoff: { firstMs: 1, mostMs: 5 } };
  const storage = openStorage(folder, { plane: 'garage' });
  const { stores, database, cipher } = storage;
  stores.tokens.grant('token', [PROJECT], 'start');
  const log: string[] = [];
  const access: AdminClientOptions = {
    urls: 'urls' in cluster ? cluster.urls : [cluster.url],
    token: cluster.token,
    timeoutMs: options.timeoutMs ?? 1_000,
    onCall: (operation, outcome) => parts.readiness.called(operation, outcome),
  };
  const parts: GarageContext = openGarageContext(storage, access, (line) => log.push(line));
  const client = parts.api;
  const intents = new SqliteIntents(database, cipher, stores.accessKeys, options.now);
  const settle = () => ({ kind: 'immediate' }) as const;
  const context = { ...parts.context, clock: new VirtualClock(), lag: NO_LAG, settle };
  const plane = new GaragePlane({
    ...parts,
    ...{ intents, context, isExclusive, timeLimits },
    api: options.tamper ? tampered(client, options.tamper) : client,
    close: () => client.close(),
    realNow: options.now ?? Date.now,
  });
  const service = new Service(context, stores, plane);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await plane.stop();
    await storage.close();
  };
  /** As after kill -9: nothing of it is heard of again. */
  const kill = async () => {
    isOpen = false;
    client.close();
    await storage.close();
  };
  onTestFinished(close);
  /** A folder with a backup of its database. */
  const backUp = () => {
    const restored = temporaryFolder();
    writeFileSync(join(restored, 'coffer.db'), backUpDatabase(storage));
    copyFileSync(join(folder, 'encryption.key'), join(restored, 'encryption.key'));
    return restored;
  };
  /** From now on clients are told at once what has not happened yet. */
  const hurry = () => Object.assign(timeLimits, { responseMs: 1, bucketMs: 1 });
  const newBucket = async (maxSize = 1000n) =>
    service.buckets.create(CALLER, { projectId: PROJECT, maxSize, description: null });
  const newKey = async (bucketIds: readonly string[] = [], permissions = READ) =>
    service.accessKeys.create(CALLER, { projectId: PROJECT, bucketIds, permissions });
  return { service, plane, intents, stores, folder, log, close, kill, backUp, hurry, newBucket, newKey };
}

/** A full sweep that no time limit cuts short: on a busy machine one of a call passes now and then. */
export async function sweepWhole({ plane, log }: ControlPlane): Promise<void> {
  let told: number;
  do {
    told = log.length;
    await plane.sweep.run({ isFull: true });
  } while (log.slice(told).some((line) => /broken off|not looked at/.test(line)));
}

type ControlPlane = ReturnType<typeof openControlPlane>;

function tampered(api: AdminClient, tamper: Tamper): AdminClient {
  return new Proxy(api, {
    get(target, name: keyof AdminClient) {
      if (name === 'listBuckets' || name === 'listKeys') return target[name].bind(target);
      return (...args: never[]) =>
        tamper(name, () => (target[name] as (...args: never[]) => Promise<unknown>)(...args));
    },
  });
}

/** What both sides have, in the same words: equal when nothing is half made. */
export function bothSides({ stores, intents }: ControlPlane, cluster: FakeCluster) {
  const grantOf = (keyId: string) => ({ read: false, write: false, owner: false, ...intents.findKey(keyId)?.granted });
  const accessKeys = stores.accessKeys.list([PROJECT]);
  const ours = {
    buckets: stores.buckets.list([PROJECT]).map(({ id, alias, maxSize }) => ({
      aliases: [alias],
      quota: maxSize,
      keys: accessKeys
        .filter(({ bucketIds, permissions }) => bucketIds.includes(id) && Object.values(permissions).includes(true))
        .map((key) => ({ id: key.accessKeyId, permissions: grantOf(key.id) }))
        .sort(byId),
    })),
    keys: accessKeys.map(({ accessKeyId: id }) => ({ id, expired: false })).sort(byId),
  };
  const state = cluster.state();
  const theirs = {
    buckets: state.buckets.map(({ aliases, quota, keys }) => ({
      aliases,
      quota,
      keys: keys.filter(({ permissions }) => Object.values(permissions).includes(true)),
    })),
    keys: state.keys.filter(({ id }) => !intents.isGuard(id)).map(({ id, expired }) => ({ id, expired })),
  };
  for (const { buckets } of [ours, theirs]) buckets.sort((a, b) => (String(a.aliases) < String(b.aliases) ? -1 : 1));
  const isOpen = ({ state: at, isMissing }: { state: string; isMissing: boolean }) => at !== 'live' || isMissing;
  const open = [...intents.buckets().filter(isOpen), ...intents.keys().filter(isOpen)];
  return { ours, theirs, open, lostUploads: state.lostUploads };
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/** Nothing is half made on either side. */
export function expectAgreement(opened: ControlPlane, cluster: FakeCluster): void {
  const { ours, theirs, open, lostUploads } = bothSides(opened, cluster);
  expect(theirs).toEqual(ours);
  expect(open).toEqual([]);
  expect(lostUploads).toBe(0n);
}
