import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArchive, unpackArchive } from '../../../scripts/releases/archive';
import { EMULATOR_RELEASES, keptArchive, keptVersions } from '../../../scripts/releases/kept';
import { startEmulator, temporaryFolder } from '../support';
import { HARVEST, harvest, OPTIONS } from './story';

const releases = keptVersions(EMULATOR_RELEASES);
const archiveOf = (release: string) => keptArchive(release, EMULATOR_RELEASES);

test.each(releases)('E10: a data folder of release %s opens with everything in it', async (release) => {
  const folder = temporaryFolder();
  await unpackArchive(archiveOf(release), folder);
  const dataDir = join(folder, 'data');
  const said: string[] = [];

  const emulator = await startEmulator({ ...OPTIONS, dataDir, log: (line) => said.push(line) });

  expect(await harvest(emulator)).toEqual(HARVEST);
  expect(said).toEqual([]);
});

test.each(releases)('E10: a snapshot of release %s is restored with everything in it', async (release) => {
  const emulator = await startEmulator(OPTIONS);

  emulator.restore(readArchive(archiveOf(release)).get('snapshot') ?? Buffer.alloc(0));

  expect(await harvest(emulator)).toEqual(HARVEST);
});
