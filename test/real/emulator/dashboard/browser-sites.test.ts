import { readFileSync } from 'node:fs';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { clientFor, planeOf } from '../../../host/emulator/s3/support';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

// Cookies know no ports: a page on another port of the same host is sent with them. One of another host is not.
test.each([
  ['another port of the same host', 'http://127.0.0.1:9/', 'This form was sent by another site.'],
  // Without the cookie the form leads to the sign-in, and that to the first page: as nothing was sent from here, nothing is made.
  ['another host', 'http://evil.test/', 'There are no secrets yet.'],
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

/** Pages and pictures that would act for the signed-in person if the browser showed them. */
const ACTIVE: Readonly<Record<string, string>> = {
  'text/html': '<script>document.title = "owned"; fetch("/owned")</script>',
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("/owned")</script></svg>',
  'text/html;charset=utf-7': '+ADw-script+AD4-fetch(+ACI-/owned+ACI-)+ADw-/script+AD4-',
  'multipart/x-mixed-replace;boundary=a':
    '--a\r\ncontent-type: text/html\r\n\r\n<script>fetch("/owned")</script>\r\n--a--',
};

test('a stored object is saved and not shown, whatever its type', {
  timeout: 300_000,
}, async () => {
  const { emulator, page, project, send } = await visitByBrowser(openTab);
  const wanted = { project_id: project, max_size: 1_000_000 };
  const { id } = (await send('POST', '/s3/buckets', wanted)).json;
  const [bucket] = emulator.inspect.buckets();
  const s3 = clientFor(emulator, await planeOf(emulator).key(emulator.inspect.buckets(), { write: true }));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const save = async (key: string) => {
    const coming = page.waitForEvent('download');
    const url = `${emulator.dashboardUrl}/buckets/${id}/object?${new URLSearchParams({ key })}`;
    // Chromium ends a navigation that becomes a download.
    await page.goto(url).catch(() => undefined);
    const download = await coming;
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };

  for (const [ContentType, Body] of Object.entries(ACTIVE)) {
    const ContentDisposition = 'inline; filename="page.html"';
    await s3.send(
      new PutObjectCommand({ Bucket: bucket?.alias, Key: 'page.txt', Body, ContentType, ContentDisposition }),
    );
    expect(await save('page.txt')).toEqual({ name: 'page.txt', text: Body });
  }

  expect(requests).not.toContain('/owned');
});
