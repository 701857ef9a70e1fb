import { expect, test } from 'vitest';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

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
