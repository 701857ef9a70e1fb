import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Emulator } from '../../../../emulator';
import { clientFor } from '../../../host/emulator/s3/support';
import { useBrowser, visitByBrowser } from './browser';

const openTab = useBrowser();

const KEY = { accessKeyId: 'GKtasks0000000000000000000', secretAccessKey: 'secret-half-of-tasks' };
const MOST_ACTIONS = 4;

/** What a person does with the mouse and the keyboard: clicks, and texts that are entered. */
const actionsOn = (page: Page) => {
  let done = 0;
  const counted = async (action: Promise<unknown>) => {
    await action;
    done += 1;
  };
  return {
    count: () => done,
    open: (name: string | RegExp) => counted(page.getByRole('link', { name, exact: true }).first().click()),
    press: (name: string | RegExp) => counted(page.getByRole('button', { name }).first().click()),
    enter: (label: string, text: string) => counted(page.getByLabel(label, { exact: true }).first().fill(text)),
    read: (text: string | RegExp) => page.getByText(text).first().waitFor(),
  };
};

type Do = ReturnType<typeof actionsOn>;

const TASKS: Readonly<Record<string, (act: Do, emulator: Emulator) => Promise<unknown>>> = {
  'why did a request fail': async ({ open, read }) => {
    await open('Request journal');
    await open('Refused');
    await open(/^req-/);
    await read('must hold only lowercase letters');
  },
  'who deleted an object': async ({ open, enter, press, read }) => {
    await open('Request journal');
    await enter('Search', 'photos/7.jpg');
    await press('Search');
    await read('DeleteObject');
    await read(KEY.accessKeyId);
  },
  'what did a test send': async ({ open, enter, press, read }) => {
    await open('Request journal');
    await enter('Search', 'test:uploads');
    await press('Search');
    await read('/secrets/of-the-test');
    await read('1 of');
  },
  'rotate a key': async ({ open, press }, emulator) => {
    await open('Access keys');
    await press('Rotate access key');
    await press('Delete the old key');
    await expect.poll(() => emulator.inspect.accessKeys().map(({ id }) => id)).not.toContain('key-1');
    expect(emulator.inspect.accessKeys()).toMatchObject([{ bucketIds: ['b-1'], permissions: { read: true } }]);
  },
  'raise a quota': async ({ open, enter, press }, emulator) => {
    await open('Buckets');
    await open('lantern');
    await enter('Quota', '7');
    await press('Save');
    await expect.poll(() => emulator.inspect.buckets()[0]?.maxSize).toBe(7n * 2n ** 30n);
  },
  'see which settings differ': async ({ open, read }) => {
    await open('Settings');
    await read('changed since the start');
    await read('A second secret of the same name');
  },
};

test.each(Object.keys(TASKS))('%s: from the start page in at most four actions', { timeout: 300_000 }, async (task) => {
  const { emulator, page, send, project } = await visitByBrowser(openTab);
  const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = KEY;
  emulator.seedFrom({
    buckets: [{ id: 'b-1', alias: 'lantern', max_size: 5 * 2 ** 30 }],
    access_keys: [
      { id: 'key-1', access_key_id, secret_access_key, buckets: ['b-1'], permissions: { read: true, write: true } },
    ],
  });
  const s3 = clientFor(emulator, KEY);
  for (const Key of ['photos/7.jpg', 'report.pdf'])
    await s3.send(new PutObjectCommand({ Bucket: 'lantern', Key, Body: 'x' }));
  await s3.send(new DeleteObjectCommand({ Bucket: 'lantern', Key: 'photos/7.jpg' }));
  emulator.journal.mark('test "uploads" began');
  await send('DELETE', '/secrets/of-the-test');
  emulator.journal.mark('test "others" began');
  await send('POST', '/secrets', { project_id: project, name: 'A b', value: 'eA==' });
  emulator.settings.change({ knobs: { takenName: 'accept' } });
  await page.reload();
  const act = actionsOn(page);

  await TASKS[task]?.(act, emulator);

  expect(act.count()).toBeLessThanOrEqual(MOST_ACTIONS);
});
