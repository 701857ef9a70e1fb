import { expect, test } from 'vitest';
import { base64 } from '../../../host/emulator/support';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

test('a list refreshes without disturbing typing, reading or selecting', {
  timeout: 300_000,
}, async () => {
  const { emulator, page, project, send } = await visitByBrowser(openTab);
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

  await page.evaluate(`fetch('/dashboard/sign-out', { method: 'POST', redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf: document.querySelector('input[name=csrf]').value }) })`);
  await page.clock.runFor(3_000);
  await page.getByText('Signed out: reload the page to sign in.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('half of a na');
});

test('a list that is refreshed keeps the search text, the scroll position, and unfolded parts', {
  timeout: 300_000,
}, async () => {
  const { emulator, page, project } = await visitByBrowser(openTab);
  const buckets = Array.from({ length: 4 }, (_, n) => ({ id: `bucket-${n}`, alias: `alias-${n}`, max_size: 1 }));
  const keys = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ id: `key-${from + n}`, project_id: project, permissions: { read: true } },
      buckets: buckets.map(({ id }) => id),
    }));
  emulator.seedFrom({ buckets, access_keys: keys(0, 24) });
  await page.clock.install();
  await page.goto(`${emulator.dashboardUrl}/keys`);
  const unfolded = page.locator('tr[data-key="key-5"] details');
  const topOf = () => unfolded.evaluate((element) => Math.round(element.getBoundingClientRect().top));

  await unfolded.locator('summary').click();
  await page.getByLabel('Search', { exact: true }).fill('half of a na');
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const before = await topOf();
  emulator.seedFrom({ access_keys: keys(24, 1) });
  await page.clock.runFor(3_000);
  await page.locator('tr[data-key="key-24"]').waitFor();

  expect(await unfolded.getAttribute('open')).toBe('');
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('half of a na');
  expect(await page.evaluate('document.activeElement.id')).toBe('q');
  // The new row stands above of what is seen, which stays where it is.
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2);
});
