import { expect, test } from 'vitest';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();
const LONG = { timeout: 300_000 };

test(
  'the journal follows new requests, and says why one failed, until it is paused, also on a phone',
  LONG,
  async () => {
    const { emulator, page, send } = await visitByBrowser(openTab, {}, { viewport: { width: 375, height: 800 } });
    await send('GET', '/secrets');
    await page.clock.install();
    await page.goto(`${emulator.dashboardUrl}/journal`);
    const row = (number: number) => page.locator(`tr[data-key="req-${number}"]`);
    await row(1).waitFor();

    await send('GET', '/nowhere');
    await page.clock.runFor(1_000);
    await row(2).waitFor();
    const why = await row(2).getByText('There is no operation GET /nowhere').isVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await send('GET', '/nowhere');
    await page.clock.runFor(10_000);
    const paused = await row(3).count();
    await page.getByRole('button', { name: 'Resume' }).click();
    await row(3).waitFor();
    await page.getByRole('link', { name: 'req-3' }).click();
    await page.getByRole('heading', { name: 'Request req-3' }).waitFor();

    expect(why).toBe(true);
    expect(paused).toBe(0);
    // A request that has its response does not change any more.
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  },
);

test('a search is completed term by term', LONG, async () => {
  const { emulator, page, send } = await visitByBrowser(openTab);
  await send('GET', '/secrets');
  await send('GET', '/nowhere');
  await page.goto(`${emulator.dashboardUrl}/journal`);
  const field = page.getByRole('combobox', { name: 'Search' });
  const choices = () =>
    page.locator('datalist option').evaluateAll((all) => all.map((each) => each.getAttribute('value')));

  const first = await choices();
  await field.fill('method:GET path:"/a b" ');
  const second = await choices();
  await field.fill('method:GET status:404');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('1 of 2').waitFor();

  expect(first).toEqual(expect.arrayContaining(['status:404', 'operation:listSecrets']));
  expect(second).toEqual(first.map((term) => `method:GET path:"/a b" ${term}`));
  expect(await page.locator('tr[data-key]').count()).toBe(1);
});
