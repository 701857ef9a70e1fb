import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { base64 } from '../../../host/emulator/support';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

const told = (page: Page) => page.getByRole('status').textContent();

test.each([true, false])(
  'the emulator is controlled by mouse and form, with JavaScript: %s',
  { timeout: 300_000 },
  async (javaScriptEnabled) => {
    const { emulator, page, project, send } = await visitByBrowser(openTab, {}, { javaScriptEnabled });
    await send('POST', '/secrets', { project_id: project, name: 'kept', value: base64('x') });

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Dialect' }).selectOption('enveloped');
    await page.getByRole('button', { name: 'Set all knobs' }).click();
    expect(await told(page)).toBe('All knobs have the values of the dialect.');
    await page.getByText('What the service does').click();
    await page.getByLabel('takenName').selectOption('accept');
    await page.getByRole('button', { name: 'Save knobs' }).click();
    await page.getByLabel('newHidden').fill('2');
    await page.getByRole('textbox', { name: 'Settling' }).fill('3polls');
    await page.getByRole('button', { name: 'Save lag' }).click();
    expect(await told(page)).toBe('Lag and settling were saved.');
    expect(emulator.settings.read()).toMatchObject({
      knobs: { listShape: 'envelope_cursor', takenName: 'accept' },
      ...{ lag: { newHidden: 2 }, settle: '3polls' },
    });

    await page.getByRole('link', { name: 'Control' }).click();
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByLabel('Set to').fill('2030-01-31T12:00:00Z');
    await page.getByRole('button', { name: 'Set the clock' }).click();
    await page.getByLabel('Move by').fill('2');
    await page.getByLabel('Unit').selectOption('days');
    await page.getByRole('button', { name: 'Move the clock' }).click();
    expect(await told(page)).toBe('The clock is frozen: 2030-02-02T12:00:00.000Z.');
    expect(emulator.clock.now()).toBe(Date.UTC(2030, 1, 2, 12));

    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download a snapshot' }).click();
    const download = await coming;
    const buffer = readFileSync(await download.path());
    await send('POST', '/secrets', { project_id: project, name: 'late', value: base64('x') });
    const [name, mimeType] = [download.suggestedFilename(), 'application/octet-stream'];
    await page.getByLabel('Snapshot to restore').setInputFiles({ name, mimeType, buffer });
    await page.getByLabel('Replace everything stored').check();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect.poll(() => told(page)).toMatch(/^Restored from a snapshot at [\d:]{8} UTC$/);
    expect(emulator.inspect.secrets().map((secret) => secret.name)).toEqual(['kept']);

    await page.getByRole('link', { name: 'Reset the emulator' }).click();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect.poll(() => told(page)).toMatch(/^Reset at [\d:]{8} UTC$/);
    expect(emulator.inspect.secrets()).toEqual([]);
    expect(emulator.clock.isFrozen).toBe(false);
    expect(emulator.settings.read().knobs.takenName).toBe('conflict');
  },
);

test('a fault can be entered, corrected and used up with the keyboard alone', { timeout: 300_000 }, async () => {
  const { emulator, page, send } = await visitByBrowser(openTab);
  await page.goto(`${emulator.dashboardUrl}/faults`);
  const focused = () => page.evaluate('document.activeElement.id || document.activeElement.textContent.trim()');
  const tabTo = async (name: string) => {
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect([await focused(), outline]).not.toEqual([await focused(), 'none']);
      if ((await focused()) === name) return;
    }
    throw new Error(`The keyboard does not get to ${name}.`);
  };

  await tabTo('operation');
  await page.keyboard.type('listSecrets');
  await tabTo('status');
  await page.keyboard.type('99');
  await tabTo('times');
  await page.keyboard.type('1');
  await tabTo('The response');
  await page.keyboard.press('Enter');
  await tabTo('retryAfter');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();

  // The field that is wrong has the focus, and what was folded away is still open where something stands in it.
  await expect.poll(focused).toBe('status');
  expect(await page.getByLabel('Retry-After').inputValue()).toBe('2');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('503');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  expect(emulator.faults.list().map(({ spec }) => spec)).toEqual([
    { operation: 'listSecrets', status: 503, times: 1, retryAfter: 2 },
  ]);

  await page.clock.install();
  await page.reload();
  await page.getByRole('rowheader', { name: 'listSecrets' }).waitFor();
  expect((await send('GET', '/secrets')).headers.get('retry-after')).toBe('2');
  await page.clock.runFor(3_000);
  await page.getByText('Nothing goes wrong on purpose.').waitFor();
  await tabTo('Used up: 1');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Faults that are used up' }).waitFor();
  await tabTo('Remove fault on listSecrets');
  await page.keyboard.press('Enter');
  await page.getByText('The fault was removed.').waitFor();
  expect(emulator.faults.list()).toEqual([]);
});

test.each([
  ['/control/reset', {}],
  ['/settings/dialect', { dialect: 'minimal' }],
  ['/faults', { operation: '*', status: '500' }],
])('a page on another port of the same host cannot send the form of %s', { timeout: 300_000 }, async (path, fields) => {
  const { emulator, page, project, send } = await visitByBrowser(openTab);
  await send('POST', '/secrets', { project_id: project, name: 'kept', value: base64('x') });
  const csrf = await page.locator('form.stack input[name="csrf"]').getAttribute('value');
  const inputs = Object.entries({ csrf, ...fields }).map(([name, value]) => `<input name="${name}" value="${value}">`);
  // It even knows the proof.
  const body = `<form method="post" action="${emulator.dashboardUrl}${path}">${inputs.join('')}<button>Win</button></form>`;
  const elsewhere = 'http://127.0.0.1:9/';
  await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body }));

  await page.goto(elsewhere);
  await page.getByRole('button', { name: 'Win' }).click();
  await page.getByText('This form was sent by another site.').waitFor();

  expect(emulator.inspect.secrets()).toHaveLength(1);
  expect(emulator.settings.read().knobs.createStatus).toBe(201);
  expect(emulator.faults.list()).toEqual([]);
});
