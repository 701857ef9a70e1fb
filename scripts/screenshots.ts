import { mkdir, writeFile } from 'node:fs/promises';
import sparticuz from '@sparticuz/chromium';
import { chromium, type Page } from 'playwright-core';
import { Emulator } from '../emulator';
import { drawDemo } from './pictures/demo';
import { DEMO_DATA, DEMO_OBJECTS } from './pictures/screenshot-data';
import { main } from './support/main';
import { inRoot } from './support/paths';

const FOLDER = inRoot('docs', 'emulator', 'screenshots');
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 800 };
/** Of WebP, in per cent. */
const QUALITY = 40;
/** The pages of one look, by the names of their pictures. */
const PAGES = {
  secrets: '/secrets',
  'pull-secrets': '/pull-secrets',
  buckets: '/buckets',
  bucket: `/buckets/${DEMO_DATA.buckets?.[0]?.id}`,
  journal: '/journal',
  faults: '/faults',
};

/** Takes the screenshots of docs/emulator/dashboard.md and of the demo, light and dark: `npm run screenshots`. The bytes differ between browsers. */
async function takePictures(): Promise<void> {
  await drawDemo();
  await mkdir(FOLDER, { recursive: true });
  await using emulator = await Emulator.start({
    projects: ['shop-production', 'shop-staging'],
    seed: 1,
    port: 7070,
    s3Port: 7071,
  });
  emulator.seedFrom(DEMO_DATA);
  const browser = await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args, '--no-sandbox', '--disable-background-networking'],
  });
  try {
    const page = await (await browser.newContext({ viewport: DESKTOP })).newPage();
    await page.goto(emulator.dashboardUrl);
    await page.getByLabel('Access token').fill(emulator.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Secrets' }).waitFor();
    await uploadObjects(page, emulator);
    await makeRequests(emulator);
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(emulator.dashboardUrl + path);
      await picture(page, name);
    }
    await page.setViewportSize(PHONE);
    await page.goto(`${emulator.dashboardUrl}/buckets`);
    await picture(page, 'phone');
    await page.setViewportSize(DESKTOP);
    await page.goto(`${emulator.dashboardUrl}/keys`);
    await page.getByLabel('calm-otter').check();
    await page.getByLabel('read: Download').check();
    await page.getByRole('button', { name: 'Create access key' }).click();
    await page.locator('.once').waitFor();
    await picture(page, 'access-key-created');
  } finally {
    await browser.close();
  }
}

/** Takes it as WebP, half as large as PNG with a palette; Playwright's own screenshots have no such format. */
async function picture(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    await writeFile(`${FOLDER}/${name}-${colorScheme}.webp`, data, 'base64');
  }
  await browser.detach();
}

/** Sends the requests that the journal shows, including some with injected faults. */
async function makeRequests(emulator: Emulator): Promise<void> {
  const send = (method: string, path: string, body?: object) =>
    fetch(emulator.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).then((response) => response.arrayBuffer());
  const project_id = 'shop-production';
  await send('GET', '/secrets');
  await send('POST', '/secrets', { project_id, name: 'mail-password', value: 'bm90IHNob3du' });
  await send('GET', '/s3/buckets');
  emulator.faults.add({ operation: 'listAccessKeys', status: 503, delayMs: 20 });
  await send('GET', '/s3/keys');
  emulator.faults.add({ operation: 'createBucket', cut: 'after-commit', times: 1 });
  await send('POST', '/s3/buckets', { project_id: 'shop-staging', max_size: 10_737_418_240 }).catch(() => undefined);
  await send('DELETE', '/secrets/gone');
}

async function uploadObjects(page: Page, emulator: Emulator): Promise<void> {
  const { id = '' } = DEMO_DATA.buckets?.[0] ?? {};
  for (const [key, bytes] of DEMO_OBJECTS) {
    await page.goto(`${emulator.dashboardUrl}/buckets/${id}`);
    await page.locator('#name').fill(key);
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'file', mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes) });
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('1 file uploaded.').waitFor();
  }
  await page.goto(`${emulator.dashboardUrl}/secrets`);
}

main(takePictures);
