import { expect, test } from 'vitest';
import { start } from '../../support';

test.each([
  ['POST', '/reset?by=', undefined, 400, '"by" must not be empty.'],
  ['GET', '/faults?unmet=maybe', undefined, 400, '"unmet" must be one of true, false.'],
  ['DELETE', '/faults/fault-9', undefined, 404, 'There is no fault with the id "fault-9".'],
  ['GET', '/journal?headers={', undefined, 400, '"headers" must be JSON.'],
  ['GET', '/journal?body={', undefined, 400, '"body" must be JSON.'],
  ['POST', '/dashboard-links?to=//evil.test', undefined, 400, '"to" must be the path of a page below /dashboard.'],
  ['PUT', '/snapshot', '{}', 400, 'This is not a snapshot of an emulator.'],
])('%s %s with the body %s: %i, %s', async (method, path, body, status, says) => {
  const { send } = await start();

  const response = await send(method, `/_emulator${path}`, body);

  expect(response.status).toBe(status);
  expect(response.json.error.message).toBe(says);
});

test('the epoch tells by what it began, when, and who asked', async () => {
  const { emulator, send } = await start();
  const first = (await send('GET', '/_emulator/epoch')).json;

  const before = Date.now();
  await send('POST', '/_emulator/reset?by=a%20test');
  const second = (await send('GET', '/_emulator/epoch')).json;
  emulator.restore(emulator.snapshot());
  const third = (await send('GET', '/_emulator/epoch')).json;

  expect(first).toEqual({ number: 1 });
  expect(second).toEqual({ number: 2, by: 'reset', at: expect.any(Number), who: 'a test' });
  expect(second.at).toBeGreaterThanOrEqual(before);
  expect(third).toEqual({ number: 3, by: 'restore', at: expect.any(Number) });
  emulator.reset({ by: '' });
  const last = (await send('GET', '/_emulator/epoch')).json;
  expect(last).toEqual({ number: 4, by: 'reset', at: expect.any(Number) });
});
