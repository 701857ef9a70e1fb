import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Emulator } from '../../../emulator';
import { packFolder } from '../../../scripts/releases/archive';
import { EMULATOR_RELEASES, keptArchive } from '../../../scripts/releases/kept';
import { OPTIONS, plant } from './story';

void keep(process.argv[2]);

/** Keeps a data folder and a snapshot of this release as fixtures: `npx tsx test/emulator/releases/keep.ts <version>`. */
async function keep(version: string | undefined): Promise<void> {
  if (version === undefined) throw new Error('Name the release.');
  const folder = await mkdtemp(join(tmpdir(), 'coffer-kept-'));
  try {
    const emulator = await Emulator.start({ ...OPTIONS, dataDir: join(folder, 'data') });
    await plant(emulator);
    await writeFile(join(folder, 'snapshot'), emulator.snapshot());
    await emulator.stop();
    await packFolder(keptArchive(version, EMULATOR_RELEASES), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
