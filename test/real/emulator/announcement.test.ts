import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../host/emulator/support';
import { EmulatorProcess } from '../../support/emulator-process';

const FREE = ['--port', '0', '--s3-port', '0'];

/** The text that an emulator prints when it has started. */
async function announcementOf(...flags: string[]): Promise<string> {
  const emulator = new EmulatorProcess([...FREE, ...flags]);
  await emulator.firstLine();
  await expect.poll(() => emulator.stdout).toContain('Ctrl-C stops it.');
  await emulator.kill('SIGTERM');
  return emulator.stdout;
}

const WAIT = 'export COFFER_LIST_CONFIRMATION=0s\n';

test('the provider need not wait for lists, unless buckets settle later or a file may say that lists lag', async () => {
  const file = join(temporaryFolder(), 'dialect.json');
  writeFileSync(file, '{ "dialect": "minimal" }');

  const [plain, settling, fromFile] = await Promise.all([
    announcementOf('--dialect', 'minimal'),
    announcementOf('--settle', '2polls'),
    announcementOf('--dialect-file', file),
  ]);

  expect([plain, settling, fromFile].map((text) => text.includes(WAIT))).toEqual([true, false, false]);
  expect(plain).toContain(': dialect minimal, data in memory\n');
  expect(fromFile).toContain(`: dialect from ${file}, data in memory\n`);
  expect(settling).toContain(': dialect conventional, data in memory\n');
});
