import { readFileSync } from 'node:fs';
import type { Context } from '../domain/context';
import type { IntentStore } from '../domain/intents';
import type { BucketStore } from '../domain/records';
import type { GarageErrorKind } from '../garage/admin-api';
import { AdminClient } from '../garage/admin-client';
import type { Finding } from '../garage/context';
import { GaragePlane } from '../garage/plane';
import { REASONS, Readiness } from '../garage/readiness';
import type { Metrics, OpenIntent } from '../metrics/metrics';
import { type GarageOptions, isAdminToken } from '../options/garage-options';
import { SqliteIntents } from '../sqlite/intents';
import type { Storage } from '../storage/storage';

/** Opens the object plane of a Garage cluster. This module is loaded only if there is one. */
export function openGaragePlane(
  { adminUrls: urls, adminToken: token, adminTokenFile, isExclusive = false }: GarageOptions,
  { stores, database, cipher }: Storage,
  context: Context,
  log: (line: string) => void,
  metrics: Metrics,
): GaragePlane {
  const { buckets, accessKeys } = stores;
  const readiness = new Readiness();
  const onCall = (operation: string, outcome: 'ok' | GarageErrorKind, ms: number) => {
    metrics.clusterCall(operation, outcome, ms);
    readiness.called(operation, outcome);
  };
  const readToken = adminTokenFile === undefined ? undefined : () => readTokenFile(adminTokenFile, log);
  const api = new AdminClient({ urls, token, readToken, onCall });
  const intents = new SqliteIntents(database, cipher, accessKeys);
  const found = (finding: Finding, says: string) => {
    metrics.finding(finding);
    log(`storage cluster: ${says}`);
  };
  metrics.watchIntents(() => listOpen(intents, buckets));
  metrics.watchObstacles(REASONS, () => readiness.obstacles().map(({ reason }) => reason));
  return new GaragePlane({
    ...{ api, intents, buckets, accessKeys, context, isExclusive, log, found, readiness },
    close: () => api.close(),
    realNow: Date.now,
  });
}

/** Undefined: the file holds no token now; it may be written at this moment. */
function readTokenFile(path: string, log: (line: string) => void): string | undefined {
  try {
    const token = readFileSync(path, 'utf8').trim();
    if (isAdminToken(token)) return token;
    log(`storage cluster: the admin token file ${path} holds no token.`);
  } catch (error) {
    log(`storage cluster: the admin token file ${path} cannot be read again: ${(error as Error).message}.`);
  }
  return undefined;
}

function listOpen(intents: IntentStore, buckets: BucketStore): OpenIntent[] {
  const ofBuckets = intents.buckets().flatMap(({ changedAt: since, ...intent }): OpenIntent[] => {
    const { bucketId, state, isMissing, appliedMaxSize } = intent;
    if (state !== 'live') return [{ kind: 'bucket', state, since }];
    const isChanging = !isMissing && appliedMaxSize !== buckets.find(bucketId)?.maxSize;
    return isChanging ? [{ kind: 'bucket', state: 'changing', since }] : [];
  });
  const ofKeys = intents.keys().flatMap(({ state, changedAt: since }): OpenIntent[] => {
    return state === 'live' ? [] : [{ kind: 'key', state, since }];
  });
  return [...ofBuckets, ...ofKeys];
}
