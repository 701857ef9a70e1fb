import { told } from '../garage/admin-api';
import type { GarageContext } from '../garage/context';
import { Ownership } from '../garage/ownership';
import { Reconciliation } from '../garage/reconciliation';
import { describeUnknown, findUnknown } from '../garage/unknown-buckets-and-keys';
import { openStorage } from '../storage/storage';
import { openGarageContext } from './garage-context';

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
  let api: GarageContext['api'] | undefined;
  const close = async () => {
    api?.close();
    await storage.close();
  };
  try {
    const { stores } = storage;
    const parts = openGarageContext(storage, { urls: adminUrls, token: adminToken }, log);
    ({ api } = parts);
    const ownership = new Ownership(parts);
    await told(() => ownership.look());
    const reconciliation = new Reconciliation(parts, (projectId) => stores.tokens.addProject(projectId));
    const list = async () =>
      (await told(() => findUnknown(parts))).map((unknown) => ({
        id: unknown.id,
        says: describeUnknown(unknown),
        decide: (decision: 'adopt' | 'purge' | 'forget') =>
          told(async () => {
            await ownership.require();
            return reconciliation[decision](unknown);
          }),
      }));
    return { list, close };
  } catch (error) {
    await close();
    throw error;
  }
}
