import { AssertionError } from 'node:assert';
import { describe, expect, test } from 'vitest';
import type { JournalFilter } from '../../../../emulator';
import { base64, start } from '../support';

/** The message of what an action throws, with times and durations left out. */
function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(AssertionError);
    expect((error as Error).stack).not.toContain('journal.ts');
    return (error as Error).message.replaceAll(/\d\d:\d\d:\d\d\.\d{3} /g, '').replaceAll(/ \d+ ms/g, '');
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

    expect(says).toBe(
      [
        'Expected at least 1 request with operation "createSecret", status 201, found 0. The others, the nearest first:',
        '  req-2 400 createSecret POST /secrets: invalid name: "name" must hold only lowercase letters, digits and hyphens. ' +
          '[project-1, knobs errorBody] (differs in status)',
        '  req-1 200 listSecrets GET /secrets [project-1] (differs in operation, status)',
      ].join('\n'),
    );
  });

  test('and too many are an error that lists them', async () => {
    const { emulator, send } = await start();
    await send('GET', '/secrets');
    await send('GET', '/secrets');
    await send('GET', '/s3/keys');

    expect(messageOf(() => emulator.journal.expect({ operation: 'listSecrets' }, { count: 1 }))).toBe(
      [
        'Expected 1 request with operation "listSecrets", found 2. They are:',
        '  req-1 200 listSecrets GET /secrets [project-1]',
        '  req-2 200 listSecrets GET /secrets [project-1]',
      ].join('\n'),
    );
  });

  test('are listed up to ten, and an unfinished one too', async () => {
    const { emulator, send } = await start();
    const { journal } = emulator;
    const fault = emulator.faults.add({ operation: 'listPullSecrets', status: 503, pause: true });
    emulator.settings.change({ dialect: 'extended' });
    const held = send('GET', '/secrets/pull');
    await fault.whenMet();
    for (let n = 0; n < 11; n += 1) await send('GET', '/secrets');

    const says = messageOf(() => journal.expect({ body: () => true }, { count: 2 })).split('\n');

    expect(says[0]).toBe('Expected 2 requests with body [function], found 0. The others, the nearest first:');
    expect(says[1]).toContain('req-1 unfinished listPullSecrets GET /secrets/pull');
    expect(says.at(-1)).toBe('  and 2 more');
    expect(says).toHaveLength(12);
    fault.release();
    await held;
    journal.clear();
    expect(messageOf(() => journal.expect())).toBe('Expected at least 1 request, found 0. The journal has no others.');
  });

  test('are refused where the filter, an option or the number is wrong', async () => {
    const { emulator } = await start();

    expect(() => emulator.journal.expect({ operation: 'createBuckets' as 'createBucket' })).toThrow('did you mean');
    expect(() => emulator.journal.expect({}, { count: -1 })).toThrow('"count" must be an integer, at least 0.');
    const times = { times: 2 } as object;
    expect(() => emulator.journal.expect({}, times)).toThrow('must have nothing but count, got times.');
    expect(() => emulator.journal.expect({}, 2 as never)).toThrow('must have nothing but count, got no object.');
    expect(() => emulator.journal.waitFor({}, times)).toThrow('must have nothing but count and timeoutMs, got times.');
  });

  test('over HTTP too', async () => {
    const { send } = await start();
    await send('GET', '/secrets');

    expect((await send('GET', '/_emulator/journal/expect?operation=listSecrets&count=1')).json).toMatchObject([
      { operation: 'listSecrets' },
    ]);
    const { status, json } = await send('GET', '/_emulator/journal/expect?operation=listSecrets&count=0');
    expect([status, json.error.code]).toEqual([409, 'conflict']);
    expect(json.error.message).toContain('Expected 0 requests with operation "listSecrets", found 1. They are:\n  ');
    expect((await send('GET', '/_emulator/journal/expect?operation=x')).status).toBe(400);
  });
});
