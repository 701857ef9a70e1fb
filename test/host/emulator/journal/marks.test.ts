import { expect, test } from 'vitest';
import { visit } from '../dashboard/visitor';
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

test('on pages of the journal each mark stands once, at its place, and not between requests that were chosen', async () => {
  const { emulator, visitor, send } = await visit();
  emulator.journal.mark('at the beginning');
  for (let sent = 1; sent <= 201; sent += 1) {
    await send('GET', '/secrets');
    if ([100, 101, 190, 201].includes(sent)) emulator.journal.mark(`after <${sent}>`);
  }
  const order = (text: string) => [...text.matchAll(/data-key="((?:req|mark)-\d+)"/g)].map(([, key]) => key);
  const marksOn = async (page: string) => {
    const { text } = await visitor.get(page);
    const keys = order(text);
    return keys.flatMap((key, at) => (key?.startsWith('mark') ? [`${keys[at - 1]} ${key} ${keys[at + 1]}`] : []));
  };

  expect(await marksOn('/journal')).toEqual(['undefined mark-5 req-201', 'req-191 mark-4 req-190']);
  expect(await marksOn('/journal?before=102')).toEqual(['undefined mark-3 req-101', 'req-101 mark-2 req-100']);
  expect(await marksOn('/journal?before=2')).toEqual(['req-1 mark-1 undefined']);
  expect(await marksOn('/journal?q=status%3A2xx')).toEqual([]);
  expect((await visitor.get('/journal')).text).toContain('after &#60;201&#62;');
});

test('in process, too, a mark is a text, and of a long one the beginning is kept', async () => {
  const { emulator, send } = await start();
  for (const text of ['', 5, null, undefined, {}]) {
    expect(() => emulator.journal.mark(text as string)).toThrow('"text" must be a text with at least one character.');
  }
  expect(() => emulator.reset({ by: 5 as never })).toThrow('"by" must be a text with at least one character.');

  const long = emulator.journal.mark(`${'x'.repeat(998)}😀${'y'.repeat(1e6)}`).text;
  const whole = emulator.journal.mark('x'.repeat(1_000)).text;
  emulator.reset({ by: 'z'.repeat(1e6) });

  expect(long).toBe(`${'x'.repeat(998)}…`);
  expect(whole).toHaveLength(1_000);
  expect((await send('GET', '/_emulator/epoch')).json.who).toBe(`${'z'.repeat(999)}…`);
});

test('however many and long marks are, a page shows the newest of each place, and says that there are more', async () => {
  const { emulator, visitor, send } = await visit();
  for (let made = 0; made < 990; made += 1) emulator.journal.mark('x'.repeat(1_000));
  await send('GET', '/secrets');
  for (let made = 0; made < 10; made += 1) emulator.journal.mark('y'.repeat(1_000));

  const { text } = await visitor.get('/journal');

  expect(text.length).toBeLessThan(50_000);
  expect(text.match(/y{199}…/g)).toHaveLength(10);
  expect(text.match(/x{199}…/g)).toHaveLength(10);
  expect(text.match(/\d+ more before these/g)).toEqual(['980 more before these']);
  expect(text).not.toContain('x'.repeat(201));
});

test('marks are shown where there is no request yet', async () => {
  const { emulator, visitor } = await visit();
  emulator.journal.mark('test "a" began');

  expect((await visitor.get('/journal')).text).toContain('test &#34;a&#34; began');
});
