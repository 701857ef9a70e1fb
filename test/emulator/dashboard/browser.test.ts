import { readFileSync } from 'node:fs';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import sparticuz from '@sparticuz/chromium';
import axe from 'axe-core';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../../emulator';
import { clientFor, planeOf, refusal } from '../s3/support';
import { base64, start } from '../support';
import { findCut } from './cut';
import { fillWorld, PROJECTS } from './world';

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
    expect(await page.locator('.share').textContent()).toBe('0 of 5 MiB');
    const writer = await planeOf(emulator).key(emulator.inspect.buckets(), { write: true });
    const s3 = clientFor(emulator, writer);
    await s3.send(new PutObjectCommand({ Bucket: alias, Key: 'photos/cat.txt', Body: 'canary-body'.repeat(150_000) }));
    await page.reload();
    expect(await page.locator('.share').textContent()).toBe('1.6 of 5 MiB');
    expect(await page.getByRole('meter', { name: 'Use of the quota' }).getAttribute('value')).toBe('314');
    await page.getByRole('link', { name: `Open bucket ${alias}` }).click();
    await page.getByRole('link', { name: 'photos/' }).click();
    const cat = page.getByRole('row', { name: 'cat.txt' });
    expect(await cat.getByTitle('1,650,000 bytes').textContent()).toBe('1.6 MiB');

    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download photos/cat.txt' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('cat.txt');
    expect(readFileSync(await download.path(), 'utf8')).toBe('canary-body'.repeat(150_000));
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'dög.txt', mimeType: 'text/plain', buffer: Buffer.from('canary-body') });
    await page.getByRole('button', { name: 'Upload' }).click();
    expect(await told(page)).toBe('photos/dög.txt was uploaded: 11 bytes.');
    await page.getByRole('link', { name: 'Delete photos/cat.txt' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await told(page)).toBe('photos/cat.txt was deleted.');

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

/** What differs from the phone in the light: colours, and tables that are laid out as such. */
const IN_THE_DARK = [
  'color-contrast',
  'aria-required-children',
  'aria-required-parent',
  'scope-attr-valid',
  'th-has-data-cells',
];

const WIDTHS = [375, 768, 1280, 1920];

test('no page is cut at any width, and axe finds nothing, light and dark', { timeout: 300_000 }, async () => {
  const { emulator, page } = await openBrowser({}, { dialect: 'extended', projects: PROJECTS });
  const { paths } = await fillWorld(emulator);
  const found: string[] = [];
  const axeIn = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === 'dark' ? { runOnly: IN_THE_DARK } : {};
    const run = (options: object) => (globalThis as unknown as { axe: typeof axe }).axe.run(options);
    const { violations } = await page.evaluate(run, rules);
    found.push(...violations.map(({ id, nodes }) => `${page.url()} ${colorScheme} ${id}: ${nodes[0]?.html}`));
  };
  const judge = async () => {
    await page.evaluate(axe.source);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await findCut(page)).map((cut) => `${page.url()} ${width}: ${cut}`));
      if (width === 375) await axeIn('light');
    }
    await axeIn('dark');
  };

  for (const path of paths) {
    await page.goto(emulator.dashboardUrl + path);
    await judge();
  }
  emulator.settings.change({ dialect: 'conventional' });
  await page.goto(`${emulator.dashboardUrl}/pull-secrets`);
  await judge();
  await page.goto(`${emulator.baseUrl}/docs`);
  await judge();
  await page.goto(`${emulator.dashboardUrl}/secrets`);
  await page.getByRole('button', { name: 'Create secret' }).click();
  await page.getByRole('alert').waitFor();
  await judge();
  await page.goto(`${emulator.dashboardUrl}/buckets/bucket-1`);
  await page.getByRole('button', { name: 'Upload' }).click();
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
});

test('a list follows what happens, and takes nothing away from who types, reads or selects', {
  timeout: 300_000,
}, async () => {
  const { emulator, page, project, send } = await openBrowser({});
  const add = (name: string) => send('POST', '/secrets', { project_id: project, name, value: base64('x') });
  await add('first');
  await page.clock.install();
  await page.goto(`${emulator.dashboardUrl}/secrets`);
  let asked = 0;
  page.on('request', (request) => {
    if (request.headers()['x-coffer-refresh']) asked += 1;
  });
  const row = (name: string) => page.getByRole('rowheader', { name, exact: true });

  await page.getByLabel('Name').fill('half of a na');
  await add('second');
  await page.clock.runFor(3_000);
  await row('second').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('half of a na');
  expect(await page.evaluate('document.activeElement.id')).toBe('name');

  await page.getByRole('link', { name: 'Change first' }).focus();
  await add('third');
  await page.clock.runFor(3_000);
  await row('third').waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Change first');

  await row('first').selectText();
  await send('DELETE', `/secrets/${emulator.inspect.secrets()[1]?.id}`);
  const before = asked;
  await page.clock.runFor(3_000);
  await expect.poll(() => asked).toBeGreaterThan(before);
  expect(await page.evaluate('getSelection().toString()')).toBe('first');
  await page.evaluate('getSelection().removeAllRanges()');
  await page.clock.runFor(3_000);
  await row('second').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(30_000);
  const paused = asked;
  await page.clock.runFor(30_000);
  expect(asked).toBe(paused);
  await add('fourth');
  await page.getByRole('button', { name: 'Resume' }).click();
  await row('fourth').waitFor();

  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await page.clock.runFor(30_000);
  const hidden = asked;
  await page.clock.runFor(30_000);
  expect(asked).toBe(hidden);
  await page.evaluate(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`);

  emulator.reset();
  await page.clock.runFor(3_000);
  await page.getByText('Signed out: reload the page to sign in.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('half of a na');
});

test('a shortened id is copied as a whole', { timeout: 300_000 }, async () => {
  const { emulator, page, project, send } = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') })).json;
  await page.goto(`${emulator.dashboardUrl}/secrets`);

  await page.getByRole('button', { name: `Copy ${id}` }).click();

  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
});

test('the keyboard goes from the skip link over the sections to the form, and Enter sends it', {
  timeout: 300_000,
}, async () => {
  const { emulator, page } = await openBrowser({});

  const stops: string[] = [];
  for (let stop = 0; stop < 14; stop += 1) {
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
    ...['button', 'name', 'value', 'checkbox', 'submit'],
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
