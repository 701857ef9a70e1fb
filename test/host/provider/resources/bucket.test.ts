import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';

const TYPE = 'coffer_bucket';
let emulator: Emulator;
let host: Host;

async function start(options: EmulatorOptions = {}) {
  emulator = await Emulator.start(options);
  host = await Host.start(emulator);
}
beforeEach(() => start());
afterEach(() => emulator.stop());

async function restart(options: EmulatorOptions) {
  await emulator.stop();
  await start(options);
}

async function create(config: ObjectValue = {}) {
  const { kept, diagnostics } = await host.apply(TYPE, { max_size: 1000, ...config });
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

const requests = (operation: 'createBucket' | 'updateBucket' | 'listBuckets') =>
  emulator.journal.requests({ operation });

describe('creating', () => {
  it('waits for alias and endpoint', async () => {
    await restart({ settle: '3polls' });

    const { state } = await create();

    expect(state).toMatchObject({ alias: expect.any(String), endpoint: emulator.s3Endpoint });
  });

  it('keeps the bucket, with a warning, when the wait runs out', async () => {
    await restart({ settle: '1000polls' });

    const { kept, diagnostics } = await host.apply(TYPE, { max_size: 1000, timeouts: { create: '1ms' } });

    expect(kept?.state).toMatchObject({ id: expect.any(String), alias: null, endpoint: null });
    expect(diagnostics).toMatchObject([{ severity: 'warning', summary: 'Bucket not ready yet' }]);
  });

  it('keeps the bucket, with a warning, when it is interrupted', async () => {
    await restart({ settle: '1000polls' });
    const applying = host.apply(TYPE, { max_size: 1000 });
    while (requests('listBuckets').length < 2) await new Promise(setImmediate);

    host.stop();
    const { kept, diagnostics } = await applying;

    expect(kept?.state.id).toEqual(expect.any(String));
    expect(diagnostics).toMatchObject([{ severity: 'warning', summary: 'Bucket not ready yet' }]);
  });

  it('P11: keeps every digit of a quota', async () => {
    const { state } = await create({ max_size: 2n ** 63n - 1n });
    const { kept } = await (await Host.start(emulator)).refresh(TYPE, { state, private: new Uint8Array() });

    expect(kept?.state.max_size).toBe(2n ** 63n - 1n);
  });
});

describe('validation', () => {
  it.each([
    ['P11: a size of nothing', { max_size: 0 }, 'max_size'],
    ['P11: a negative size', { max_size: -1 }, 'max_size'],
    ['P11: a fraction', { max_size: 1.5 }, 'max_size'],
    ['P11: more than 2^63 - 1', { max_size: 2n ** 63n }, 'max_size'],
    ['a bad wait', { max_size: 1, wait_for: 'ever' }, 'wait_for'],
  ])('refuses %s', async (_name, config, attribute) => {
    const { diagnostics } = await host.plan(TYPE, config);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Invalid value', path: [{ attribute }] }]);
  });
});

describe('updating', () => {
  it('P23: sends exactly id, size and description', async () => {
    const first = await create({ description: 'logs' });

    const { action, kept } = await host.apply(TYPE, { max_size: 2000, description: 'logs' }, first);

    expect(action).toBe('update');
    expect(requests('updateBucket').map(({ body }) => body)).toEqual([
      { id: first.state.id, max_size: 2000, description: 'logs' },
    ]);
    expect(kept?.state.id).toBe(first.state.id);
  });

  it('P23: is an error, with the state as listed, when someone else changed the bucket meanwhile', async () => {
    const first = await create({ description: 'logs' });
    // The service responds with 200, but shows other values than those sent.
    emulator.faults.add({ operation: 'updateBucket', status: 200, times: 1 });

    const { kept, diagnostics } = await host.apply(TYPE, { max_size: 2000, description: 'logs' }, first);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot update coffer_bucket' }]);
    expect(diagnostics[0]?.detail).toContain('changed concurrently');
    expect(Number(kept?.state.max_size)).toBe(1000);
  });

  it('P20: plans a new updated_at only when something is sent', async () => {
    const first = await create();

    const onlyOurs = await host.apply(TYPE, { max_size: 1000, wait_for: 'listed' }, first);

    expect(onlyOurs.action).toBe('update');
    expect(onlyOurs.planned.updated_at).toEqual(first.state.updated_at);
    expect(requests('updateBucket')).toEqual([]);
  });

  it('P20: plans no change after an apply', async () => {
    const config = { max_size: 1000, description: 'x' };
    const { kept } = await host.apply(TYPE, { ...config, max_size: 2000 }, await create(config));

    const refreshed = await (await Host.start(emulator)).refresh(TYPE, kept as Kept);

    const digits = (found: Kept | null) => ({ ...found?.state, max_size: String(found?.state.max_size) });
    expect(digits(refreshed.kept)).toEqual(digits(kept));
    expect((await host.plan(TYPE, { ...config, max_size: 2000 }, refreshed.kept)).action).toBe('no-op');
  });
});

describe('P10: a description', () => {
  it('P10: stays an empty text if that is configured', async () => {
    await restart({ knobs: { noDescription: 'null' } });
    const first = await create({ description: '' });

    const { kept } = await (await Host.start(emulator)).refresh(TYPE, first);

    expect(kept?.state.description).toBe('');
    expect((await host.plan(TYPE, { max_size: 1000, description: '' }, kept)).action).toBe('no-op');
  });

  it.each(['both', 'empty', 'null'] as const)('P10: is cleared if %s clears it', async (clearsDescription) => {
    await restart({ knobs: { clearsDescription } });
    const first = await create({ description: 'logs' });

    const { kept, diagnostics } = await host.apply(TYPE, { max_size: 1000 }, first);

    expect(diagnostics).toEqual([]);
    expect(kept?.state.description).toBeNull();
    expect(emulator.inspect.buckets()[0]?.description ?? '').toBe('');
  });
});

it('P10: is an error if nothing clears a description', async () => {
  await restart({ knobs: { clearsDescription: 'neither' } });
  const first = await create({ description: 'logs' });

  const { kept, diagnostics } = await host.apply(TYPE, { max_size: 1000 }, first);

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot update coffer_bucket' }]);
  expect(kept?.state.description).toBe('logs');
});

describe('P7', () => {
  it('P7: an alias that disappears from the list never overwrites a known one', async () => {
    await restart({ settle: 'immediate' });
    const first = await create();
    const { alias, endpoint } = first.state;
    emulator.faults.add({
      operation: 'listBuckets',
      status: 200,
      body: JSON.stringify([{ id: first.state.id, max_size: 1000 }]),
    });

    const { kept } = await (await Host.start(emulator)).refresh(TYPE, first);

    expect(kept?.state).toMatchObject({ alias, endpoint });
  });
});

describe('importing', () => {
  it('P12: plans no change afterwards', async () => {
    const first = await create({ description: 'logs' });

    const { kept } = await host.import(TYPE, String(first.state.id));

    expect(await host.plan(TYPE, { max_size: 1000, description: 'logs' }, kept)).toMatchObject({
      action: 'no-op',
      diagnostics: [],
    });
  });
});

it('P39: a list that fails is the error of one bucket, and the others keep their state without a word', async () => {
  const all = [await create(), await create({ max_size: 2000 }), await create({ max_size: 3000 })];
  const again = await Host.start(emulator);
  emulator.faults.add({ operation: 'listBuckets', status: 400 });

  const outcomes = await Promise.all(all.map((kept) => again.refresh(TYPE, kept)));

  expect(outcomes.flatMap(({ diagnostics }) => diagnostics)).toMatchObject([{ severity: 'error' }]);
  for (const [at, { kept }] of outcomes.entries()) expect(kept?.state).toEqual(all[at]?.state);
});
