import { DomainError, StartError } from '../domain/errors';
import { GarageError } from '../garage/admin-api';
import { AdminClient } from '../garage/admin-client';
import { Ownership } from '../garage/ownership';
import { Readiness } from '../garage/readiness';
import { Reconciliation } from '../garage/reconciliation';
import { describeUnknown, findUnknown } from '../garage/unknown';
import { SqliteIntents } from '../sqlite/intents';
import { openStorage } from '../storage/storage';
import { createRandom } from '../system/random';

/**
 * Opens the data folder of a control plane and its cluster. Throws a `StartError` if the folder is in use, another control plane has
 * the mark, or the cluster does not respond.
 */
export async function openReconciliation(
  folder: string,
  { adminUrls, adminToken }: { readonly adminUrls: readonly string[]; readonly adminToken: string },
  encryptionKey: string | undefined,
) {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const storage = openStorage(folder, { encryptionKey, plane: 'garage', isControlPlane: true, log });
  const api = new AdminClient({ urls: adminUrls, token: adminToken });
  const close = async () => {
    api.close();
    await storage.close();
  };
  try {
    const { stores, database, cipher } = storage;
    const intents = new SqliteIntents(database, cipher, stores.accessKeys);
    const rely = () => {
      throw new StartError('No knob is read here.');
    };
    const context = { random: createRandom(undefined), transaction: database.transaction, rely };
    const parts = { api, intents, context, buckets: stores.buckets, readiness: new Readiness() };
    const ownership = new Ownership(parts);
    await ownership.look().catch(fail);
    const reconciliation = new Reconciliation(parts, (projectId) => stores.tokens.addProject(projectId));
    const list = async () =>
      (await findUnknown(parts).catch(fail)).map((unknown) => ({
        id: unknown.id,
        says: describeUnknown(unknown),
        decide: async (decision: 'adopt' | 'purge' | 'forget') => {
          try {
            await ownership.require();
            return await reconciliation[decision](unknown);
          } catch (error) {
            return fail(error);
          }
        },
      }));
    return { list, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws what people can read. */
function fail(error: unknown): never {
  if (error instanceof DomainError || error instanceof GarageError) throw new StartError(error.message);
  throw error;
}
