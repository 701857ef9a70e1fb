import { expect, test } from 'vitest';
import { openStorage } from '../../../../emulator/storage/storage';
import { startEmulator, temporaryFolder } from '../../../host/emulator/support';
import { signIn, useBrowser } from './browser';

const openTab = useBrowser();

const BUCKET = 'bucket-0';
const OBJECTS = 20_000;
const SECRETS = 500;
const OTHERS = 200;

/** Rows of a list. */
const MOST_ROWS = 25;

/** Heights of a window that a page has at most, by its width. */
const MOST_SCREENS = { 375: 11, 1280: 4 };

const PATHS = [
  ...['/secrets', '/secrets?page=9', '/secrets?q=1', '/pull-secrets', '/buckets', `/buckets/${BUCKET}`, '/keys'],
  ...[`/buckets/${BUCKET}?prefix=folder-7`, '/journal', '/faults', '/faults/used-up', '/settings', '/control'],
];

/** An emulator with more of everything than fits on a page. */
async function startFull() {
  const options = { dataDir: temporaryFolder(), dialect: 'extended', tokens: ['token-of-tests'] } as const;
  const rows = <T>(count: number, row: (n: number) => T) => Array.from({ length: count }, (_, n) => row(n));
  const first = await startEmulator(options);
  first.seedFrom({
    secrets: rows(SECRETS, (n) => ({ id: `secret-${n}`, name: `database-password-${n}`, value: 'x' })),
    pull_secrets: rows(OTHERS, (n) => ({ id: `pull-${n}`, server: `ghcr-${n}.io`, username: 'u', password: 'p' })),
    buckets: rows(OTHERS, (n) => ({ id: `bucket-${n}`, alias: `calm-otter-${n}`, max_size: 2 ** 40 })),
    access_keys: rows(OTHERS, (n) => ({ id: `key-${n}`, buckets: [BUCKET], permissions: { read: true } })),
  });
  await first.stop();
  await fillBucket(options.dataDir);
  const emulator = await startEmulator(options);
  for (let n = 0; n < OTHERS; n += 1) {
    emulator.faults.add({ operation: 'listSecrets', status: 503, times: 1 });
    emulator.faults.add({ operation: 'deleteSecret', status: 503 });
    await fetch(`${emulator.baseUrl}/secrets`, { headers: { authorization: 'Bearer token-of-tests' } });
  }
  return emulator;
}

/** Empty objects in one transaction: over S3 each would take a request. Half of them lie in folders of their own. */
async function fillBucket(folder: string): Promise<void> {
  const { database, stores, close } = openStorage(folder);
  const headers = { 'content-type': 'text/plain' };
  const [etag, lastModified] = ['d41d8cd98f00b204e9800998ecf8427e', Date.UTC(2026, 0, 1)];
  database.transaction(() => {
    for (let n = 0; n < OBJECTS; n += 1) {
      const key = n % 2 === 0 ? `folder-${n}/key` : `key-${n}`;
      const rest = { checksum: undefined, parts: undefined, uploadId: undefined, metadata: {}, headers };
      stores.objects.put({ bucketId: BUCKET, key, size: 0, etag, lastModified, ...rest }, [], undefined);
    }
  });
  await close();
}

test('no page is longer than necessary, with 20,000 objects, 500 secrets and hundreds of everything else', {
  timeout: 300_000,
}, async () => {
  const emulator = await startFull();
  const page = await openTab();
  await signIn(page, emulator);
  const tooLong: string[] = [];

  for (const [width, screens] of Object.entries(MOST_SCREENS)) {
    await page.setViewportSize({ width: Number(width), height: 800 });
    for (const path of PATHS) {
      await page.goto(emulator.dashboardUrl + path);
      const rows = await page.locator('tbody tr').count();
      const height = (await page.evaluate('document.documentElement.scrollHeight')) as number;
      if (rows > MOST_ROWS || height > screens * 800) tooLong.push(`${path} at ${width}: ${rows} rows, ${height} px`);
    }
  }

  expect(tooLong).toEqual([]);
});
