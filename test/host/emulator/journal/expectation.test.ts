import { AssertionError } from 'node:assert';
import { describe, expect, test } from 'vitest';
import type { JournalFilter } from '../../../../emulator';
import { base64, start } from '../support';

/** The message of what an action throws. */
function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(AssertionError);
    expect((error as Error).stack).not.toContain('journal.ts');
    return (error as Error).message;
  }
  throw new Error('It was as expected.');
}

describe('E7: requests that are expected', () => {
  test('are returned', async () => {
    const { emulator, send, project } = await start();
    await send('GET', '/secrets');
    await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') });

    expect(emulator.journal.expect()).toHaveLength(2);
    expect(emulator.journal.expect({ operation: 'createSecret', body: { name: 'a' } })).toMatchObject([
      { status: 201 },
    ]);
    expect(emulator.journal.expect({ method: 'GET' }, { count: 1 })).toMatchObject([{ path: '/secrets' }]);
    expect(emulator.journal.expect({ operation: 'deleteSecret' }, { count: 0 })).toEqual([]);
  });

  test('and missing are an error that lists the others, the nearest first, with what differs', async () => {
    const { emulator, send, project } = await start();
    await send('GET', '/secrets');
    await send('POST', '/secrets', { project_id: project, name: 'CANARY wrong', value: base64('x') });

    const filter: JournalFilter = { operation: 'createSecret', status: 201 };
    const says = messageOf(() => emulator.journal.expect(filter));

    const [head, nearest, other] = says.split('\n');
    expect(head).toMatch(/at least 1 request with operation "createSecret", status 201, found 0/);
    expect(nearest).toMatch(/req-2 400 createSecret POST \/secrets .*\(differs in status\)$/);
    expect(other).toMatch(/req-1 200 listSecrets GET \/secrets .*\(differs in operation, status\)$/);
    expect(says).not.toContain('CANARY');
  });

  test('are refused where the filter, an option or the number is wrong', async () => {
    const { emulator } = await start();

    expect(() => emulator.journal.expect({ operation: 'createBuckets' as 'createBucket' })).toThrow('did you mean');
    expect(() => emulator.journal.expect({}, { count: -1 })).toThrow('"count"');
    for (const wrong of [{ times: 2 }, 2]) {
      expect(() => emulator.journal.expect({}, wrong as object)).toThrow('must have nothing but count');
      expect(() => emulator.journal.waitFor({}, wrong as object)).toThrow('must have nothing but count and timeoutMs');
    }
  });

  test('over HTTP too', async () => {
    const { send } = await start();
    await send('GET', '/secrets');

    expect((await send('GET', '/_emulator/journal/expect?operation=listSecrets&count=1')).json).toMatchObject([
      { operation: 'listSecrets' },
    ]);
    const { status, json } = await send('GET', '/_emulator/journal/expect?operation=listSecrets&count=0');
    expect([status, json.error.code, json.error.message]).toEqual([
      409,
      'conflict',
      expect.stringContaining('found 1'),
    ]);
  });
});
