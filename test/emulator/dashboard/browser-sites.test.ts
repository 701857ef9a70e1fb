import { expect, test } from 'vitest';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

// Cookies know no ports: a page on another port of the same host is sent with them. One of another host is not.
test.each([
  ['another port of the same host', 'http://127.0.0.1:9/', 'This form was sent by another site.'],
  ['another host', 'http://evil.test/', 'Use an access token of this emulator.'],
])('a page on %s sends no form, and frames nothing', { timeout: 300_000 }, async (_says, elsewhere, told) => {
  const { emulator, page, project } = await visitByBrowser(openTab);
  const csrf = await page.locator('form.stack input[name="csrf"]').getAttribute('value');
  // It even knows the proof.
  const body = `<iframe src="${emulator.dashboardUrl}/secrets"></iframe>
<form method="post" action="${emulator.dashboardUrl}/secrets"><input name="csrf" value="${csrf}">
<input name="project_id" value="${project}"><input name="name" value="forged"><input name="value" value="x"><button>Win</button></form>`;
  await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body }));

  await page.goto(elsewhere);
  const framed = await page.frames()[1]?.content();
  await page.getByRole('button', { name: 'Win' }).click();
  await page.getByText(told).waitFor();

  expect(framed).not.toContain('Create a secret');
  expect(framed).not.toContain('Access token');
  expect(emulator.inspect.secrets()).toEqual([]);
});
