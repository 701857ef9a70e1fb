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

test('on loopback it offers a link that signs in once, and says where data and authority are', async () => {
  const folder = join(temporaryFolder(), 'a folder');

  const text = await announcementOf('--data', folder, '--tls', '--admin-token', "it's");

  expect(text).toContain(`data ${folder}\n`);
  expect(text).toMatch(/\n {2}Open it once {4}https:\/\/\S+\n\nexport COFFER_BASE_URL=https:\/\/127\.0\.0\.1:\d+\n/);
  expect(text).toContain(`export NODE_EXTRA_CA_CERTS='${join(folder, 'ca.pem')}'\n`);
  expect(text).toContain("export COFFER_EMULATOR_ADMIN_TOKEN='it'\\''s'\n");
});
