import { GaragePlane } from '../../../../emulator/garage/plane';
import { openStorage } from '../../../../emulator/storage/storage';
import { openGarageContext } from '../../../../emulator/wiring/garage-context';
import type { GarageCluster } from '../../../../scripts/garage/cluster';

const LATER_MS = 2 * 60 * 60_000;

/**
 * One full sweep over a data folder that no process has open, as if it were two hours later: a bucket that Garage made half, without a
 * name, is left alone for an hour.
 */
export async function sweepLater(cluster: GarageCluster, folder: string, log: (line: string) => void): Promise<void> {
  const storage = openStorage(folder, { plane: 'garage' });
  const parts = openGarageContext(storage, cluster, log);
  const realNow = () => Date.now() + LATER_MS;
  const plane = new GaragePlane({ ...parts, realNow, isExclusive: true, close: () => parts.api.close() });
  await plane.sweep.run({ isFull: true });
  await plane.stop();
  await storage.close();
}
