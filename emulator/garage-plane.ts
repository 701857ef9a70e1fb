import type { Context } from './domain/context';
import { AdminClient } from './garage/admin-client';
import { GaragePlane } from './garage/plane';
import type { GarageOptions } from './garage-options';
import { SqliteIntents } from './sqlite/intents';
import type { Storage } from './storage';

/** Opens the object plane of a Garage cluster. Loaded only where there is one. */
export function openGaragePlane(
  { adminUrls: urls, adminToken: token, isExclusive = false }: GarageOptions,
  { stores, database, cipher }: Storage,
  context: Context,
  log: (line: string) => void,
): GaragePlane {
  const { buckets, accessKeys } = stores;
  const api = new AdminClient({ urls, token });
  const intents = new SqliteIntents(database, cipher, accessKeys);
  return new GaragePlane({
    ...{ api, intents, buckets, accessKeys, context, isExclusive, log },
    close: () => api.close(),
    realNow: Date.now,
  });
}
