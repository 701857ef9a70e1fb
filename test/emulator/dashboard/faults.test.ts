import { expect, test } from 'vitest';
import { visit } from './visitor';

test('adds a fault that strikes, shows it, and removes it', async () => {
  const { emulator, send, visitor } = await visit();

  const added = await visitor.submit('/faults', { operation: 'listSecrets', status: '503', times: '2', delay: '1' });
  const struck = await send('GET', '/secrets');
  const list = await visitor.get('/faults');
  const path = /action="\/dashboard(\/faults\/[\w-]+\/remove)"/.exec(list.text)?.[1] ?? '';
  const removed = await visitor.submit(path, {});

  expect(added.text).toContain('A fault on listSecrets is in force.');
  expect(struck.status).toBe(503);
  expect(list.text).toMatch(
    />waits 1 ms, is answered 503<.*>2 at most<.*href="\/dashboard\/journal\?fault=fault-1">1 so far/,
  );
  expect(removed.text).toContain('The fault was removed.');
  expect(emulator.faults.active()).toEqual([]);
  expect((await send('GET', '/secrets')).status).toBe(200);
});

test('shows what a test added in process', async () => {
  const { emulator, visitor } = await visit();
  emulator.faults.add({ operation: '*', cut: 'after-commit', probability: 0.5 });
  emulator.faults.add({ operation: 'listSecrets', truncate: true });

  const { text } = await visitor.get('/faults');

  expect(text).toContain('is cut after it took effect, with a chance of 0.5');
  expect(text).toContain('is answered in part');
});

test('a fault that was removed meanwhile is told so', async () => {
  const { visitor } = await visit();

  expect((await visitor.submit('/faults/7/remove', {})).text).toContain('That fault was gone already.');
});

test.each([
  [{ operation: 'listSecrets' }, ['Say what goes wrong']],
  [
    { operation: 'nothing', status: '99', times: '0', delay: 'x' },
    ['one of the list', 'from 200', 'from 1 to 1000000'],
  ],
  [{ operation: '*', status: '500', cut: 'before-commit' }, ['has no status']],
])('refuses %j and says all that is wrong', async (fields: Record<string, string>, sentences) => {
  const { emulator, visitor } = await visit();

  const answer = await visitor.post('/faults', fields);

  expect(answer.status).toBe(422);
  for (const says of sentences) expect(answer.text).toContain(says);
  expect(emulator.faults.active()).toEqual([]);
});

test('the dashboard itself is not struck', async () => {
  const { emulator, visitor } = await visit();
  emulator.faults.add({ operation: '*', status: 500 });

  expect((await visitor.get('/secrets')).status).toBe(200);
});
