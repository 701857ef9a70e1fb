import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { startEmulator, temporaryFolder } from '../support';
import { HARVEST, harvest, OPTIONS } from './story';

const RELEASES = inRoot('test', 'fixtures', 'emulator');

test.each(readdirSync(RELEASES))('E10: a data folder of release %s opens with everything in it', async (release) => {
  const dataDir = join(temporaryFolder(), 'data');
  cpSync(join(RELEASES, release, 'data'), dataDir, { recursive: true });
  const said: string[] = [];

  const emulator = await startEmulator({ ...OPTIONS, dataDir, log: (line) => said.push(line) });

  expect(await harvest(emulator)).toEqual(HARVEST);
  expect(said).toEqual([]);
});

test.each(readdirSync(RELEASES))('E10: a snapshot of release %s is restored with everything in it', async (release) => {
  const emulator = await startEmulator(OPTIONS);

  emulator.restore(readFileSync(join(RELEASES, release, 'snapshot')));

  expect(await harvest(emulator)).toEqual(HARVEST);
});
