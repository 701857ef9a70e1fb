import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SeedDocument } from '../../../../emulator';
import { clientOf, start, temporaryFolder } from '../../../host/emulator/support';
import { runToEnd, startProcess } from '../../../support/emulator-process';

const SEED: SeedDocument = {
  projects: ['shop', 'blog'],
  secrets: [{ id: 'secret-1', name: 'db-password', value: 'CANARY-text' }],
  buckets: [
    { alias: 'uploads', max_size: 5 },
    { project_id: 'blog', max_size: 5 },
  ],
  access_keys: [{ buckets: ['uploads'], permissions: { read: true } }],
};

function fileWith(content: object): string {
  const path = join(temporaryFolder(), 'seed.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('the command line takes a seed file, and names its problems without a stack', { timeout: 300_000 }, async () => {
  const { ready } = await startProcess(['--seed-file', fileWith(SEED)]);
  const wrong = fileWith({ buckets: [{ max_size: 0 }] });
  const { code, stderr } = await runToEnd(['--port', '0', '--s3-port', '0'], { COFFER_EMULATOR_SEED_FILE: wrong });

  expect(ready.projectId).toBe('shop');
  expect((await clientOf(ready, ready.token)('GET', '/s3/keys')).json).toHaveLength(1);
  expect(code).toBe(1);
  expect(stderr.split('\n')).toEqual([
    expect.stringContaining(wrong),
    expect.stringContaining('buckets.0.max_size'),
    '',
  ]);
});

test('save-seed writes what a data folder holds, and values only into a file of its owner', {
  timeout: 300_000,
}, async () => {
  const dataDir = temporaryFolder();
  const first = await start({ dataDir, seedFile: fileWith(SEED) });
  const path = join(temporaryFolder(), 'saved.json');
  const running = await runToEnd(['save-seed', '--data', dataDir]);
  await first.emulator.stop();

  const [printed, missing] = await Promise.all([
    runToEnd(['save-seed', '--data', dataDir]),
    runToEnd(['save-seed', '--data', join(dataDir, 'none')]),
  ]);
  const written = await runToEnd(['save-seed', '--with-values', '--write', path], { COFFER_EMULATOR_DATA: dataDir });

  expect([running.code, running.stdout, running.stderr.includes('in use')]).toEqual([1, '', true]);
  expect([printed.code, printed.stdout.includes('CANARY')]).toEqual([0, false]);
  expect(printed.stderr).toContain('Not saved: 1 value of secrets');
  expect(JSON.parse(printed.stdout)).toMatchObject({ buckets: [{ alias: 'uploads' }, {}] });
  expect([missing.code, existsSync(join(dataDir, 'none'))]).toEqual([1, false]);
  expect(missing.stderr).toContain('is not a data folder of the emulator');
  expect([written.code, written.stdout]).toEqual([0, '']);
  expect(written.stderr).toContain('for tests only');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const second = await start({ seedFile: path });
  const { inspect } = second.emulator;
  expect([second.project, inspect.secretValue('secret-1'), inspect.buckets().length]).toEqual([
    'shop',
    'CANARY-text',
    2,
  ]);
});
