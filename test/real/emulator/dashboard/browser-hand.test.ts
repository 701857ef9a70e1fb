import { expect, test } from 'vitest';
import { base64 } from '../../../host/emulator/support';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

test('a shortened id is copied completely', { timeout: 300_000 }, async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { emulator, page, project, send } = await visitByBrowser(openTab, {}, { permissions });
  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') })).json;
  await page.goto(`${emulator.dashboardUrl}/secrets`);

  await page.getByRole('button', { name: `Copy ${id}` }).click();

  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
});

test('a value is masked until the user asks to show it', { timeout: 300_000 }, async () => {
  const { page } = await visitByBrowser(openTab);
  const masked = () => page.evaluate('getComputedStyle(document.getElementById("value")).webkitTextSecurity');

  expect(await masked()).toBe('disc');
  await page.getByLabel('Show what I type').check();
  expect(await masked()).toBe('none');
});
