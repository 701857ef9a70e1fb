import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Emulator } from '../../../../emulator';
import { migrations } from '../../../../emulator/sqlite/migrations';
import { tar } from '../../../../framework/packaging/tar';
import { EARLIEST_MS } from '../../../../framework/packaging/zip';
import { filesIn } from '../../../../scripts/support/folders';
import { archiveOf, OPTIONS, plant } from './story';

void keep();

/** Keeps a data folder and a snapshot of the newest version of the tables: `npx tsx test/host/emulator/formats/keep.ts`. */
async function keep(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-kept-'));
  try {
    const emulator = await Emulator.start({ ...OPTIONS, dataDir: join(folder, 'data') });
    await plant(emulator);
    await writeFile(join(folder, 'snapshot'), emulator.snapshot());
    await emulator.stop();
    const files = await Promise.all(
      (await filesIn(folder))
        // Made anew by any start, and a hundred times as large as the rest.
        .filter((file) => !file.endsWith('coffer.reserve'))
        .map(async (file) => ({ name: relative(folder, file), data: await readFile(file) })),
    );
    await writeFile(archiveOf(migrations.length), gzipSync(tar(files, EARLIEST_MS), { level: 9 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
