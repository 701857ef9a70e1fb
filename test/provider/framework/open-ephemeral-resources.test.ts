import { expect, it } from 'vitest';
import { OpenEphemeralResources } from '../../../provider/framework/server/open-ephemeral-resources';

/** An opening that the test settles, and the resources closed so far. */
function startOpening() {
  const open = new OpenEphemeralResources();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const closed: string[] = [];
  const opening = open.opening(promise.then(() => open.opened('key', async () => void closed.push('key'))));
  return { open, opening, resolve, reject, closed };
}

it('P28: the end waits for what is being opened, and closes that, too', async () => {
  const { open, resolve, closed } = startOpening();
  const before = open.any;

  const closing = open.closeAll();
  resolve();
  await closing;

  expect([before, closed]).toEqual([true, ['key']]);
});

it('P28: an opening that fails has made nothing, and keeps nobody from ending', async () => {
  const { open, opening, reject, closed } = startOpening();
  const failed = opening.catch(() => 'failed');

  const closing = open.closeAll();
  reject(new Error('No.'));
  await closing;

  expect([await failed, open.any, closed]).toEqual(['failed', false, []]);
});

it('P28: one that cannot be closed keeps no other one open', async () => {
  const open = new OpenEphemeralResources();
  const closed: string[] = [];
  open.opened('stuck', async () => Promise.reject(new Error('No.')));
  open.opened('key', async () => void closed.push('key'));

  await open.closeAll();

  expect(closed).toEqual(['key']);
});
