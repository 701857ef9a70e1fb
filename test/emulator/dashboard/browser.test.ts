import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import sparticuz from '@sparticuz/chromium';
import axe from 'axe-core';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../../emulator';
import { clientFor, planeOf, refusal } from '../s3/support';
import { base64, start } from '../support';

const VALUES = ['canary-first', 'canary-second', 'canary-user', 'canary-password', 'canary-body'];

/** A tab of a Chromium of its own: it runs as a single process, which ends with its first context. */
async function openTab(options: BrowserContextOptions = {}): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args, '--no-sandbox', '--disable-background-networking'],
  });
  onTestFinished(() => browser.close());
  return (await browser.newContext(options)).newPage();
}

/** Somebody who signed in by the form. `sources` are all pages that were loaded. */
async function signIn(page: Page, emulator: Emulator): Promise<string[]> {
  const sources: string[] = [];
  page.on('domcontentloaded', () => void page.content().then((source) => sources.push(source)));
  await page.goto(emulator.dashboardUrl);
  await page.getByLabel('Access token').fill(emulator.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Secrets' }).waitFor();
  return sources;
}

const told = (page: Page) => page.getByRole('status').textContent();

async function openBrowser(browser: BrowserContextOptions, options: EmulatorOptions = {}) {
  const started = await start(options);
  const page = await openTab(browser);
  const sources = await signIn(page, started.emulator);
  return { ...started, page, sources };
}

test.each([true, false])(
  'the main job goes by mouse and form, with JavaScript: %s',
  { timeout: 300_000 },
  async (javaScriptEnabled) => {
    const { emulator, page, sources } = await openBrowser({ javaScriptEnabled });

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

    await page.getByRole('link', { name: 'Pull secrets' }).click();
    await page.getByLabel('Server').fill('ghcr.io');
    await page.getByLabel('User name').fill('canary-user');
    await page.getByLabel('Password').fill('canary-password');
    await page.getByRole('button', { name: 'Create pull secret' }).click();
    expect(await told(page)).toContain('The pull secret for ghcr.io was created.');

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
    expect(await page.locator('.use').textContent()).toBe('0 bytes of 5 MiB');
    const writer = await planeOf(emulator).key(emulator.inspect.buckets(), { write: true });
    const s3 = clientFor(emulator, writer);
    await s3.send(new PutObjectCommand({ Bucket: alias, Key: 'photos/cat.txt', Body: 'canary-body'.repeat(150_000) }));
    await page.reload();
    expect(await page.locator('.use').textContent()).toBe('1.6 MiB of 5 MiB');
    expect(await page.getByRole('meter', { name: 'Use of the quota' }).getAttribute('value')).toBe('314');
    await page.getByRole('link', { name: `Open bucket ${alias}` }).click();
    await page.getByRole('link', { name: 'photos/' }).click();
    expect(await page.getByRole('row', { name: 'cat.txt' }).textContent()).toContain('1650000 bytes');

    await page.getByRole('link', { name: 'Access keys' }).click();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('link', { name: `Delete access key ${writer.accessKeyId}` }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const put = s3.send(new PutObjectCommand({ Bucket: alias, Key: 'late', Body: '' }));
    expect(await refusal(put)).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' });
    await page.getByRole('link', { name: 'Delete access key' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await told(page)).toBe(`The access key ${key?.accessKeyId} was deleted.`);
    expect(emulator.inspect.accessKeys()).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

    expect(sources.length).toBeGreaterThan(8);
    for (const text of [...VALUES, emulator.token]) expect(sources.join('\n')).not.toContain(text);
    expect(sources.filter((source) => source.includes(secret)).length).toBeLessThanOrEqual(1);
  },
);

test.each(['light', 'dark'] as const)(
  'axe finds nothing on any page, %s',
  { timeout: 300_000 },
  async (colorScheme) => {
    const { emulator, page, project, send } = await openBrowser({ colorScheme }, { dialect: 'extended' });
    const { id: secret } = (await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') }))
      .json;
    const credentials = { server: 'ghcr.io', username: 'u', password: 'p' };
    const { id: pullSecret } = (await send('POST', '/secrets/pull', { project_id: project, ...credentials })).json;
    const { id: bucket, alias: Bucket } = await planeOf(emulator).bucket(10);
    const permissions = { read: true, write: true, owner: true };
    const key = (await send('POST', '/s3/keys', { project_id: project, bucket_ids: [bucket], permissions })).json.id;
    const s3 = clientFor(emulator, await planeOf(emulator).key([{ id: bucket, alias: Bucket }], permissions));
    for (const Key of ['a', 'folder/b']) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'half' }));
    await send('GET', '/nowhere');
    emulator.faults.add({ operation: '*', delayMs: 1 });
    const requestId = emulator.journal.requests({ operation: 'createBucket' })[0]?.requestId;

    const found: string[] = [];
    const judge = async () => {
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
      found.push(...violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`));
    };
    for (const path of [
      ...['/secrets', `/secrets/${secret}`, `/secrets/${secret}/delete`],
      ...['/pull-secrets', `/pull-secrets/${pullSecret}`, `/pull-secrets/${pullSecret}/delete`],
      ...['/buckets', `/buckets/${bucket}`, `/buckets/${bucket}?prefix=folder/`, `/buckets/${bucket}/delete`],
      ...['/keys', `/keys/${key}/delete`, '/journal', `/journal/${requestId}`, '/faults', '/nowhere'],
    ]) {
      await page.goto(emulator.dashboardUrl + path);
      await judge();
    }
    await page.goto(`${emulator.baseUrl}/docs`);
    await judge();
    await page.goto(`${emulator.dashboardUrl}/secrets`);
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByRole('alert').waitFor();
    await judge();
    await page.goto(`${emulator.dashboardUrl}/keys`);
    await page.getByRole('button', { name: 'Create access key' }).click();
    await page.locator('.once').waitFor();
    await judge();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await judge();

    expect(found).toEqual([]);
  },
);

test('the keyboard goes from the skip link over the sections to the form, and Enter sends it', {
  timeout: 300_000,
}, async () => {
  const { emulator, page } = await openBrowser({});

  const stops: string[] = [];
  for (let stop = 0; stop < 13; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(
        '(document.activeElement.id || document.activeElement.type || document.activeElement.textContent).trim()',
      ),
    );
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect([stops.at(-1), outline]).not.toEqual([stops.at(-1), 'none']);
  }

  const sections = ['Secrets', 'Pull secrets', 'Buckets', 'Access keys', 'Request journal', 'Faults'];
  expect(stops.map((stop) => stop.replaceAll(/\s+/g, ' '))).toEqual([
    ...['Skip to content', 'Coffer emulator', 'submit'],
    ...sections,
    ...['name', 'value', 'checkbox', 'submit'],
  ]);

  await page.getByLabel('Name').fill('by-keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type('x');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  expect(emulator.inspect.secrets()[0]?.name).toBe('by-keyboard');
});

test('a value is masked until it is asked to be shown', { timeout: 300_000 }, async () => {
  const { page } = await openBrowser({});
  const masked = () => page.evaluate('getComputedStyle(document.getElementById("value")).webkitTextSecurity');

  expect(await masked()).toBe('disc');
  await page.getByLabel('Show what I type').check();
  expect(await masked()).toBe('none');
});
