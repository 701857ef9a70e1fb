import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { migrations } from '../../../../emulator/sqlite/migrations';
import { untar } from '../../../../framework/packaging/tar';
import { startEmulator, temporaryFolder } from '../support';
import { archiveOf, HARVEST, harvest, OPTIONS } from './story';

/** Every version of the tables, each with a data folder and a snapshot by the code of its time (test/fixtures/emulator/README.md). */
const versions = migrations.map((_, index) => index + 1);

const filesOf = (version: number) => untar(gunzipSync(readFileSync(archiveOf(version))));

/** The first version had no objects. */
const expected = (version: number) => (version === 1 ? { ...HARVEST, objects: [], pending: [] } : HARVEST);

test.each(versions)('E10: a data folder of version %i opens with everything in it', async (version) => {
  const folder = temporaryFolder();
  for (const { name, data } of filesOf(version)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), data);
  }
  const logged: string[] = [];

  const emulator = await startEmulator({
    ...OPTIONS,
    dataDir: join(folder, 'data'),
    log: (line) => logged.push(line),
  });

  expect(await harvest(emulator)).toEqual(expected(version));
  expect(logged).toEqual([]);
});

test.each(versions)('E10: a snapshot of version %i is restored with everything in it', async (version) => {
  const emulator = await startEmulator(OPTIONS);

  emulator.restore(filesOf(version).find(({ name }) => name === 'snapshot')?.data ?? Buffer.alloc(0));

  expect(await harvest(emulator)).toEqual(expected(version));
});
