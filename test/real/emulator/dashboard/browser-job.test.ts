import { readFileSync } from 'node:fs';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientFor, planeOf } from '../../../host/emulator/s3/support';
import { sampled } from '../../../support/dice';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

const VALUES = ['canary-first', 'canary-second', 'canary-body'];

const told = (page: Page) => page.getByRole('status').textContent();

test.each(sampled('JavaScript of the main job', [true, false], 1))(
  'the main job goes by mouse and form, with JavaScript: %s',
  { timeout: 300_000 },
  async (javaScriptEnabled) => {
    const { emulator, page, sources } = await visitByBrowser(openTab, {}, { javaScriptEnabled });

    await page.getByLabel('Name').fill('db-password');
    await page.getByLabel('Value', { exact: true }).fill('canary-first');
    await page.getByRole('button', { name: 'Create secret' }).click();
    expect(await told(page)).toBe('The secret db-password was created.');

    await page.getByRole('link', { name: 'Change db-password' }).click();
    await page.getByLabel('New value', { exact: true }).fill('canary-second');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await told(page)).toBe('The secret db-password has its new value.');
    expect(emulator.inspect.secretValue(emulator.inspect.secrets()[0]?.id ?? '')).toBe('canary-second');

    await page.getByRole('link', { name: 'Delete db-password' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await told(page)).toBe('The secret db-password was deleted.');

    await page.getByRole('link', { name: 'Buckets' }).click();
    await page.getByLabel('Quota').fill('5');
    await page.getByLabel('Unit').selectOption('MiB');
    await page.getByRole('button', { name: 'Create bucket' }).click();
    const alias = emulator.inspect.buckets()[0]?.alias ?? '';
    expect(await told(page)).toBe(`The bucket ${alias} was created.`);

    await page.getByRole('link', { name: 'Access keys' }).click();
    await page.getByLabel(alias).check();
    await page.getByLabel('read: Download').check();
    await page.getByRole('button', { name: 'Create access key' }).click();
    const [key] = emulator.inspect.accessKeys();
    const secret = emulator.inspect.secretAccessKey(key?.id ?? '');
    expect(await page.locator('.once').textContent()).toBe(secret);
    expect(page.url()).not.toContain(secret);

    await page.getByRole('link', { name: 'Buckets' }).click();
    const writer = await planeOf(emulator).key(emulator.inspect.buckets(), { write: true });
    const s3 = clientFor(emulator, writer);
    await s3.send(new PutObjectCommand({ Bucket: alias, Key: 'photos/cat.txt', Body: 'canary-body'.repeat(150_000) }));
    await page.reload();
    expect(await page.locator('.share').textContent()).toBe('1.6 of 5 MiB');
    await page.getByRole('link', { name: alias, exact: true }).click();
    await page.getByRole('link', { name: 'photos/', exact: true }).click();

    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download photos/cat.txt' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('cat.txt');
    expect(readFileSync(await download.path(), 'utf8')).toBe('canary-body'.repeat(150_000));
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'dög.txt', mimeType: 'text/plain', buffer: Buffer.from('canary-body') });
    await page.getByRole('button', { name: 'Upload' }).click();
    if (javaScriptEnabled) await page.getByText('1 file uploaded.').waitFor();
    else expect(await told(page)).toBe('photos/dög.txt was uploaded: 11 bytes.');
    await page.getByRole('link', { name: 'Delete photos/cat.txt' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await told(page)).toBe('photos/cat.txt was deleted.');

    await page.getByRole('link', { name: 'Access keys' }).click();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('link', { name: `Delete access key ${key?.accessKeyId}` }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await told(page)).toBe(`The access key ${key?.accessKeyId} was deleted.`);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

    expect(sources.length).toBeGreaterThan(8);
    for (const text of [...VALUES, emulator.token]) expect(sources.join('\n')).not.toContain(text);
    expect(sources.filter((source) => source.includes(secret)).length).toBeLessThanOrEqual(1);
  },
);
