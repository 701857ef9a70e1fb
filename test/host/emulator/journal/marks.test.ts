import { expect, test } from 'vitest';
import { start } from '../support';

test('a mark says after which request it was made, and counts as none', async () => {
  const { emulator, send } = await start();
  emulator.clock.freeze();
  const at = emulator.clock.now();

  const first = emulator.journal.mark('test "a" began');
  await send('GET', '/secrets');
  emulator.journal.mark('test "b" began');

  expect(first).toEqual({ markId: 'mark-1', text: 'test "a" began', at, after: 0 });
  expect(emulator.journal.marks()).toMatchObject([
    { after: 0 },
    { markId: 'mark-2', text: 'test "b" began', after: 1 },
  ]);
  expect(emulator.journal.count()).toBe(1);
});

test('marks are made and listed over HTTP, by who may control the emulator', async () => {
  const { emulator, send } = await start({ adminToken: 'admin' });
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' };

  const made = await send('POST', '/_emulator/journal/marks', { text: 'test_one began' });
  const listed = await send('GET', '/_emulator/journal/marks');
  const wrong = [{}, { text: '' }, { text: 'x'.repeat(1_001) }, { text: 'x', txt: 'x' }].map((body) =>
    send('POST', '/_emulator/journal/marks', body),
  );
  const refused = await send('POST', '/_emulator/journal/marks', { text: 'x' }, elsewhere);

  expect(made.json).toMatchObject({ markId: 'mark-1', text: 'test_one began', after: 0 });
  expect(listed.json).toEqual([made.json]);
  expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(refused.status).toBe(401);
  expect(emulator.journal.marks()).toHaveLength(1);
});

test('a reset and a clear forget marks; the last 1,000 are kept', async () => {
  const { emulator } = await start();
  emulator.journal.mark('a');
  emulator.journal.clear();
  const cleared = emulator.journal.marks();
  emulator.journal.mark('b');
  emulator.reset();
  const reset = emulator.journal.marks();

  for (let made = 0; made < 1_001; made += 1) emulator.journal.mark('c');

  expect([cleared, reset]).toEqual([[], []]);
  expect(emulator.journal.marks()).toHaveLength(1_000);
  expect(emulator.journal.marks()[0]?.markId).toBe('mark-2');
});
