import { NO_LAG } from '../../../../emulator/domain/lag';
import { AdminClient } from '../../../../emulator/garage/admin-client';
import { GaragePlane } from '../../../../emulator/garage/plane';
import { Readiness } from '../../../../emulator/garage/readiness';
import { resolveKnobs } from '../../../../emulator/settings/knobs';
import { SqliteIntents } from '../../../../emulator/sqlite/intents';
import { openStorage } from '../../../../emulator/storage/storage';
import { VirtualClock } from '../../../../emulator/system/clock';
import { createRandom } from '../../../../emulator/system/random';
import type { GarageCluster } from '../../../../scripts/garage/cluster';

const LATER_MS = 2 * 60 * 60_000;

/**
 * One full sweep over a data folder that no process has open, as if it were two hours later: a bucket that Garage made half, without a
 * name, is left alone for an hour.
 */
export async function sweepLater(cluster: GarageCluster, folder: string, log: (line: string) => void): Promise<void> {
  const storage = openStorage(folder, { plane: 'garage' });
  const { stores, database, cipher } = storage;
  const api = new AdminClient({ urls: cluster.urls, token: cluster.token });
  const knobs = resolveKnobs();
  const parts = {
    api,
    intents: new SqliteIntents(database, cipher, stores.accessKeys),
    buckets: stores.buckets,
    accessKeys: stores.accessKeys,
    context: {
      clock: new VirtualClock(),
      random: createRandom(undefined),
      rely: <Name extends keyof typeof knobs>(name: Name) => knobs[name],
      lag: NO_LAG,
      settle: () => ({ kind: 'immediate' }) as const,
      transaction: database.transaction,
    },
    realNow: () => Date.now() + LATER_MS,
    log,
    readiness: new Readiness(),
    found: (_finding: string, says: string) => log(says),
  };
  const plane = new GaragePlane({ ...parts, isExclusive: true, close: () => api.close() });
  await plane.sweep.run({ isFull: true });
  await plane.stop();
  await storage.close();
}
