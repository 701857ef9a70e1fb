import { expect, test } from 'vitest';
import { exchange, headerOf, headOf } from '../raw-exchange';
import { start } from '../support';

test.each([
  [9, 9],
  [0, 0],
  [true, 22],
  [43, 43],
  [44, 43],
] as const)('of a truncated response of 44 bytes, `truncate: %j` sends %i', async (truncate, bytes) => {
  const { emulator, send } = await start();
  emulator.seedFrom({ secrets: [{ id: 'i'.repeat(20), name: 'n'.repeat(3), value: 'x' }] });
  const whole = (await send('GET', '/secrets')).text;
  emulator.faults.add({ operation: 'listSecrets', truncate });

  const head = headOf('GET /secrets', `authorization: Bearer ${emulator.token}`);
  const response = await exchange(emulator.baseUrl, head);

  expect(whole).toHaveLength(44);
  expect(headerOf(response, 'content-length')).toBe('44');
  expect(response.slice(response.indexOf('\r\n\r\n') + 4)).toBe(whole.slice(0, bytes));
});

test('a response without a body that is truncated is not sent at all', async () => {
  const { emulator, send } = await start({ dialect: 'minimal' });
  emulator.faults.add({ operation: 'deleteSecret', truncate: true });

  await expect(send('DELETE', '/secrets/unknown')).rejects.toThrow('fetch failed');
});
