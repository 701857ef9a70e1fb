import { AdminClient, type AdminClientOptions } from '../garage/admin-client';
import type { GarageContext } from '../garage/context';
import { Readiness } from '../garage/readiness';
import { resolveKnobs } from '../settings/knobs';
import { SqliteIntents } from '../sqlite/intents';
import type { Storage } from '../storage/storage';
import { createRandom } from '../system/random';

/** Parts of a control plane for a command that works with its data folder and its cluster while it does not run. */
export function openGarageContext(
  { stores, database, cipher }: Storage,
  access: AdminClientOptions,
  log: (line: string) => void,
): GarageContext {
  const { buckets, accessKeys } = stores;
  const knobs = resolveKnobs();
  const rely = <Name extends keyof typeof knobs>(name: Name) => knobs[name];
  return {
    api: new AdminClient(access),
    intents: new SqliteIntents(database, cipher, accessKeys),
    buckets,
    accessKeys,
    context: { random: createRandom(undefined), transaction: database.transaction, rely },
    realNow: Date.now,
    log,
    readiness: new Readiness(),
    found: (_finding, says) => log(says),
  };
}
