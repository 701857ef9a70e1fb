import type { Context } from '../domain/context';
import type { IntentStore } from '../domain/intents';
import type { BucketStore } from '../domain/stores';
import { AdminClient } from '../garage/admin-client';
import type { Finding } from '../garage/parts';
import { GaragePlane } from '../garage/plane';
import type { Metrics, OpenIntent } from '../metrics/metrics';
import type { GarageOptions } from '../options/garage-options';
import { SqliteIntents } from '../sqlite/intents';
import type { Storage } from '../storage/storage';

/** Opens the object plane of a Garage cluster. This module is loaded only if there is one. */
export function openGaragePlane(
  { adminUrls: urls, adminToken: token, isExclusive = false }: GarageOptions,
  { stores, database, cipher }: Storage,
  context: Context,
  log: (line: string) => void,
  metrics: Metrics,
): GaragePlane {
  const { buckets, accessKeys } = stores;
  const onCall = (operation: string, outcome: string, ms: number) => metrics.clusterCall(operation, outcome, ms);
  const api = new AdminClient({ urls, token, onCall });
  const intents = new SqliteIntents(database, cipher, accessKeys);
  const found = (finding: Finding, says: string) => {
    metrics.finding(finding);
    log(`storage cluster: ${says}`);
  };
  metrics.watchIntents(() => listOpen(intents, buckets));
  return new GaragePlane({
    ...{ api, intents, buckets, accessKeys, context, isExclusive, log, found },
    close: () => api.close(),
    realNow: Date.now,
  });
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
