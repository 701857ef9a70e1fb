import { expect, test } from 'vitest';
import { base64 } from '../../../host/emulator/support';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

const TIMEOUT = { timeout: 300_000 };

test(
  'whoever watches a test run stays signed in, sees whose reset it was, and loses nothing that is half entered',
  TIMEOUT,
  async () => {
    const { emulator, page, project, send } = await visitByBrowser(openTab);
    const add = (name: string) => send('POST', '/secrets', { project_id: project, name, value: base64('x') });
    const row = (name: string) => page.getByRole('rowheader', { name, exact: true });
    const world = page.locator('.world');
    await add('before');
    await page.clock.install();
    await page.goto(`${emulator.dashboardUrl}/secrets`);
    await row('before').waitFor();
    await page.getByLabel('Name').fill('half-of-a-name');
    await page.getByRole('textbox', { name: 'Value' }).fill('canary-value');

    for (const run of ['first', 'second']) {
      emulator.reset({ by: `the ${run} test` });
      await add(`of-${run}`);
      await page.clock.runFor(3_000);
      await row(`of-${run}`).waitFor();
      expect(await world.textContent()).toMatch(new RegExp(`^Reset at \\d\\d:\\d\\d:\\d\\d UTC by “the ${run} test”$`));
    }
    expect(await row('before').count()).toBe(0);

    // What was meant for the objects of another test is not sent at once.
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(
      /by “the second test”, after this page was opened: nothing was done/,
    );
    expect(emulator.inspect.secrets().map(({ name }) => name)).toEqual(['of-second']);
    expect(await page.getByLabel('Name').inputValue()).toBe('half-of-a-name');
    expect(await page.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('canary-value');

    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByRole('status').filter({ hasText: 'was created' }).waitFor();
    const made = emulator.inspect.secrets().at(-1);
    expect(emulator.inspect.secretMatches(made?.id ?? '', 'canary-value')).toBe(true);
  },
);

test(
  'a button in a list that a refresh has shown works after a reset, also where the row looks the same',
  TIMEOUT,
  async () => {
    const { emulator, page } = await visitByBrowser(openTab);
    const add = () => emulator.faults.add({ operation: 'listSecrets', status: 503 });
    add();
    await page.clock.install();
    await page.goto(`${emulator.dashboardUrl}/faults`);
    emulator.reset({ by: 'another test' });
    add();
    await page.clock.runFor(3_000);
    await page.getByText('by “another test”').waitFor();

    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('The fault was removed.').waitFor();

    expect(emulator.faults.active()).toEqual([]);
  },
);

test('a page whose bucket a reset deleted continues when the next test creates it again', TIMEOUT, async () => {
  const { emulator, page } = await visitByBrowser(openTab);
  const fill = (description: string) => emulator.seedFrom({ buckets: [{ id: 'b-1', max_size: 1000, description }] });
  fill('first');
  await page.clock.install();
  await page.goto(`${emulator.dashboardUrl}/buckets/b-1`);

  emulator.reset({ by: 'one test' });
  await page.clock.runFor(3_000);
  await page.getByText('What this page shows is gone.').waitFor();
  await page.getByText('by “one test”').waitFor();
  fill('second');
  await page.clock.runFor(30_000);
  await page.getByText('Updates by itself').waitFor();
});

test(
  'a page on another site that links to a page of the dashboard leads there, and one that knows a link of one use signs nobody in',
  TIMEOUT,
  async () => {
    const { emulator, page } = await visitByBrowser(openTab);
    const link = emulator.dashboardLink();
    const body = `<a href="${emulator.dashboardUrl}/journal">a page</a> <a href="${link}">a link</a>`;
    const visitElsewhere = (tab: typeof page) =>
      tab.route('http://evil.test/', (route) => route.fulfill({ contentType: 'text/html', body }));

    await visitElsewhere(page);
    await page.goto('http://evil.test/');
    await page.getByRole('link', { name: 'a page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Request journal' }).waitFor();

    const stranger = await openTab();
    await visitElsewhere(stranger);
    await stranger.goto('http://evil.test/');
    await stranger.getByRole('link', { name: 'a link' }).click();
    await stranger.getByText('A page of another site led here.').waitFor();
    await stranger.goto(`${emulator.dashboardUrl}/secrets`);
    await stranger.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  },
);
