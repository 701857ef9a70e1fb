import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import axe from 'axe-core';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientFor, planeOf } from '../../../host/emulator/s3/support';
import { sampled } from '../../../support/dice';
import { temporaryFolder } from '../../../unit/support/temporary-folder';
import { useBrowser, visitByBrowser } from './browser';
import { findCut } from './cut';

const openTab = useBrowser();
const LONG = { timeout: 300_000 };

/** Somebody at the page of a bucket with these objects. */
async function visitObjects(keys: readonly string[], tab: BrowserContextOptions = {}, maxSize = 10 ** 9) {
  const visited = await visitByBrowser(openTab, {}, tab);
  const { emulator, page } = visited;
  const plane = planeOf(emulator);
  const bucket = await plane.bucket(maxSize);
  const credentials = await plane.key([bucket], { read: true, write: true });
  const s3 = clientFor(emulator, credentials);
  const put = (Key: string) => s3.send(new PutObjectCommand({ Bucket: bucket.alias, Key, Body: 'x' }));
  for (const key of keys) await put(key);
  const url = `${emulator.dashboardUrl}/buckets/${bucket.id}`;
  await page.goto(url);
  return {
    ...visited,
    bucket,
    credentials,
    put,
    url,
    left: () => emulator.inspect.objects(bucket.id).map(({ key }) => key),
  };
}

/** What axe finds, and what does not fit. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const run = (options: object) => (globalThis as unknown as { axe: typeof axe }).axe.run(options);
  const { violations } = await page.evaluate(run, { resultTypes: ['violations'] });
  return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), ...(await findCut(page))];
}

const file = (name: string, size: number) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'x') });

test.each(sampled('JavaScript of objects that are deleted by keyboard', [true, false], 1))(
  'objects and folders are chosen and deleted by keyboard, with JavaScript: %s',
  LONG,
  async (javaScriptEnabled) => {
    const { page, left } = await visitObjects(['a', 'b', 'c', 'f/1', 'f/2'], { javaScriptEnabled });
    const keys = page.keyboard;

    await page.getByLabel('Select a', { exact: true }).focus();
    await keys.press('Space');
    await page.getByLabel('Select f/', { exact: true }).focus();
    await keys.press('Space');
    if (javaScriptEnabled) {
      await page.getByText('2 selected').waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Delete 1 folder and 1 object?' }).waitFor();
    expect(left()).toHaveLength(5);
    await page.getByRole('button', { name: 'Delete' }).focus();
    await keys.press('Enter');

    expect(await page.getByRole('status').first().textContent()).toBe('3 objects were deleted.');
    expect(left()).toEqual(['b', 'c']);
  },
);

test('all boxes of a page, or a range, can be ticked, and a refresh keeps the ticks', LONG, async () => {
  const { page, put } = await visitObjects(['b', 'c', 'd', 'e']);
  await page.clock.install();
  await page.reload();
  const ticked = () => page.locator('input[form="selection"]:checked').count();

  await page.getByLabel('Select b', { exact: true }).check();
  await page.getByLabel('Select d', { exact: true }).click({ modifiers: ['Shift'] });
  const range = await ticked();
  await put('a');
  await page.clock.runFor(3_000);
  await page.getByLabel('Select a', { exact: true }).waitFor();
  const after = [await ticked(), await page.getByLabel('Select a', { exact: true }).isChecked()];
  await page.getByLabel('Select all on this page').check();
  const all = await ticked();
  await page.getByLabel('Select all on this page').uncheck();

  expect(range).toBe(3);
  expect(after).toEqual([3, false]);
  expect(all).toBe(5);
  expect(await page.getByRole('button', { name: 'Delete selected' }).isDisabled()).toBe(true);
});

test('several files and a folder are uploaded after a check of names and quota', LONG, async () => {
  const { page, left, emulator, bucket } = await visitObjects(['f/taken'], {}, 10_000);
  const folder = temporaryFolder();
  const sub = join(folder, 'site', 'css');
  mkdirSync(sub, { recursive: true });
  writeFileSync(join(folder, 'site', 'index.html'), 'i');
  writeFileSync(join(sub, 'a.css'), 'c');
  await page.getByRole('link', { name: 'f/', exact: true }).click();
  await page.getByText('Objects below f/').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));

  await page
    .getByLabel('File', { exact: true })
    .setInputFiles([file('taken', 1), file('one', 5), file('huge', 20_000), file('two', 5)]);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('2 files uploaded, 2 failed.').waitFor();
  const says = await page.locator('.queue .problem').allTextContents();
  const uploads = sent.filter((name) => name === 'upload').length;
  expect(await faultsOf(page)).toEqual([]);
  await page.locator('#folder').setInputFiles(join(folder, 'site'));
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('2 files uploaded.').waitFor();
  await page.getByRole('link', { name: 'site/', exact: true }).waitFor();

  expect(says).toEqual([
    'There is an object named "f/taken" already.',
    'The file needs 19.5 KiB; of the quota of 9.8 KiB only 9.8 KiB are free.',
  ]);
  expect(uploads).toBe(2);
  expect(left()).toEqual(['f/one', 'f/site/css/a.css', 'f/site/index.html', 'f/taken', 'f/two']);
  expect(emulator.inspect.objects(bucket.id).find(({ key }) => key === 'f/one')?.size).toBe(5);
});

test(
  'files are dropped on the page; the one that is sent, or all, are cancelled, and what is there stays',
  LONG,
  async () => {
    const { page, left, url } = await visitObjects([]);
    const held: Route[] = [];
    let isHeld = true;
    await page.route(`${url}/upload`, async (route) => {
      if (isHeld) held.push(route);
      else await route.continue();
    });
    const drop = (names: string[]) =>
      page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const name of ${JSON.stringify(names)}) dataTransfer.items.add(new File(['dropped'], name));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);

    await drop(['a', 'b']);
    await expect.poll(() => held.length).toBe(1);
    expect(await page.getByRole('status').textContent()).toBe('0 of 2 files, 0 bytes of 14 bytes');
    expect(await faultsOf(page)).toEqual([]);
    isHeld = false;
    await page.getByRole('button', { name: 'Cancel a', exact: true }).click();
    await page.getByText('1 file uploaded, 1 cancelled.').waitFor();
    expect(left()).toEqual(['b']);

    isHeld = true;
    await drop(['c', 'd', 'e']);
    await expect.poll(() => held.length).toBe(2);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByText('0 files uploaded, 3 cancelled.').waitFor();
    expect(left()).toEqual(['b']);
  },
);

test('a dropped folder is uploaded with all its files, whatever the number of reads', LONG, async () => {
  const { page, left } = await visitObjects([]);

  // No script can make a folder that is dropped: the browser's own part is played here.
  await page.evaluate(`{
    const file = (path) => ({ isFile: true, fullPath: path, file: (done) => done(new File(['x'], path.split('/').at(-1))) });
    const folder = (path, ...reads) => ({ isFile: false, fullPath: path, createReader: () => ({ readEntries: (done) => done(reads.shift() || []) }) });
    const site = folder('/site', [file('/site/a'), folder('/site/deep', [file('/site/deep/b')])], [file('/site/c')]);
    DataTransferItem.prototype.webkitGetAsEntry = () => site;
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], 'site'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }`);
  await page.getByText('3 files uploaded.').waitFor();

  expect(left()).toEqual(['site/a', 'site/c', 'site/deep/b']);
});

test('a visitor who was signed out meanwhile sees that, and nothing is uploaded', LONG, async () => {
  const { page, left } = await visitObjects([]);
  await page.context().clearCookies();

  await page.getByLabel('File', { exact: true }).setInputFiles([file('a', 1), file('b', 1)]);
  await page.getByRole('button', { name: 'Upload' }).click();

  await page.getByText('0 files uploaded, 2 failed.').waitFor();
  expect(await page.locator('.queue .problem').first().textContent()).toContain('You were signed out');
  expect(left()).toEqual([]);
});

test('a link is made and copied, downloads without a session, and contains no secret half', LONG, async () => {
  const { page, emulator, credentials, sources } = await visitObjects(['report.txt']);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: emulator.baseUrl });

  await page.getByRole('link', { name: 'report.txt', exact: true }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.locator('.copy[data-copied]').waitFor();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));

  expect(await (await fetch(copied)).text()).toBe('x');
  expect(copied).not.toContain(credentials.secretAccessKey);
  expect(page.url()).not.toContain('Signature');
  expect(sources.join('\n')).not.toContain(credentials.secretAccessKey);
});
