import { expect, test } from 'vitest';
import { base64 } from '../../../host/emulator/support';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

test('a shortened id is copied completely', { timeout: 300_000 }, async () => {
  const { emulator, page, project, send } = await visitByBrowser(
    openTab,
    {},
    {
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  );
  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') })).json;
  await page.goto(`${emulator.dashboardUrl}/secrets`);

  await page.getByRole('button', { name: `Copy ${id}` }).click();

  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
});

test('the keyboard moves from the skip link over the sections to the form, and Enter sends it', {
  timeout: 300_000,
}, async () => {
  const { emulator, page } = await visitByBrowser(openTab);

  const stops: string[] = [];
  for (let stop = 0; stop < 16; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(
        '(document.activeElement.id || document.activeElement.type || document.activeElement.textContent).trim()',
      ),
    );
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect([stops.at(-1), outline]).not.toEqual([stops.at(-1), 'none']);
  }

  const sections = [
    'Secrets',
    'Pull secrets',
    'Buckets',
    'Access keys',
    'Request journal',
    'Faults',
    'Settings',
    'Control',
  ];
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

test('a value is masked until the user asks to show it', { timeout: 300_000 }, async () => {
  const { page } = await visitByBrowser(openTab);
  const masked = () => page.evaluate('getComputedStyle(document.getElementById("value")).webkitTextSecurity');

  expect(await masked()).toBe('disc');
  await page.getByLabel('Show what I type').check();
  expect(await masked()).toBe('none');
});
