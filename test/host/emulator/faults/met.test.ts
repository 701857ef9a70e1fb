import { describe, expect, test } from 'vitest';
import { send as sendRaw } from '../s3/raw';
import { startS3 } from '../s3/support';
import { base64, start } from '../support';

describe('E7: a fault that changed nothing is not met', () => {
  test.each([
    ['garbage in place of a body that is not there', { garbage: true }],
    ['the status that the response has anyway', { status: 204, when: 'after-commit' }],
  ] as const)('%s', async (_what, effect) => {
    const { emulator, send, project } = await start();
    const fault = emulator.faults.add({ operation: 'deleteSecret', times: 1, ...effect });
    const { id } = (await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') })).json;

    const deleted = await send('DELETE', `/secrets/${id}`);
    const [met, unmet, noted] = [fault.met, emulator.faults.unmet(), emulator.journal.requests().at(-1)?.fault];
    const missing = await send('DELETE', `/secrets/${id}`);

    expect([deleted.status, met, unmet, noted]).toEqual([204, 0, [fault], undefined]);
    // It is still there for the first request that it can change.
    expect([missing.text.includes('not_found'), fault.met]).toEqual([false, 1]);
    expect(emulator.faults.unmet()).toEqual([]);
  });

  test('no more requests get it at once than it has times, also while they are under way', async () => {
    const { emulator, send } = await start();
    const fault = emulator.faults.add({ operation: 'listSecrets', pause: true, status: 503, times: 2 });
    const all = Promise.all(Array.from({ length: 5 }, () => send('GET', '/secrets')));
    await fault.whenMet(2);
    await expect.poll(() => emulator.journal.count({ status: 200 })).toBe(3);
    fault.release();

    const statuses = (await all).map(({ status }) => status);

    expect(statuses.sort()).toEqual([200, 200, 200, 503, 503]);
    expect(fault.met).toBe(2);
  });

  test('at the data plane', async () => {
    const { emulator, client, Bucket, credentials } = await startS3();
    await client.putObject({ Bucket, Key: 'k', Body: 'x'.repeat(100) });
    const head = () => sendRaw(emulator.s3Endpoint, { method: 'HEAD', path: `/${Bucket}/k` }, credentials);
    const get = () => sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k` }, credentials);
    const garbage = emulator.faults.add({ operation: '*', garbage: true });
    const found = await head();
    garbage.remove();
    const truncate = emulator.faults.add({ operation: '*', truncate: 1000 });

    await expect(head()).rejects.toThrow('socket hang up');
    await expect(get()).rejects.toThrow(/aborted|socket hang up/);

    expect([found.status, garbage.met]).toEqual([200, 0]);
    expect(truncate.met).toBe(2);
  });
});
