import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Emulator } from '../../../emulator';
import { inRoot } from '../../../scripts/support/paths';
import { OPTIONS, plant } from './story';

void keep(process.argv[2]);

/** Keeps a data folder and a snapshot of this release as fixtures: `npx tsx test/emulator/releases/keep.ts <version>`. */
async function keep(version: string | undefined): Promise<void> {
  if (version === undefined) throw new Error('Name the release.');
  const folder = inRoot('test', 'fixtures', 'emulator', version);
  mkdirSync(folder, { recursive: true });
  const emulator = await Emulator.start({ ...OPTIONS, dataDir: join(folder, 'data') });
  await plant(emulator);
  writeFileSync(join(folder, 'snapshot'), emulator.snapshot());
  await emulator.stop();
}
