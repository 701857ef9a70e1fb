import { describe, expect, it } from 'vitest';
import { Host, type Kept } from '../../../../support/host';
import { summaries } from '../support/bench';
import { shareSecrets, TYPE } from './support';

const { bench, create } = shareSecrets();

describe('reading', () => {
  it('notices a rename made elsewhere', async () => {
    const first = await create({ value_wo: 'v' });
    const other = await bench.start();
    await other.apply(
      TYPE,
      { name: 'renamed', value: 'v' },
      { state: { ...first.state, name: 'a' }, private: first.private },
    );

    const { kept } = await bench.host.refresh(TYPE, first);

    expect(kept?.state.name).toBe('renamed');
  });

  it('P8: warns when the list is empty', async () => {
    const first = await create({ value: 'v' });
    const { kept } = await bench.host.refresh(TYPE, first);
    const target = { baseUrl: bench.emulator.baseUrl, ...bench.emulator.newProject() };
    const elsewhere = await Host.start(target, { clock: { now: Date.now() + 11 * 60_000 } });

    const { kept: gone, diagnostics } = await elsewhere.refresh(TYPE, kept as Kept);

    expect(gone).toBeNull();
    expect(diagnostics).toMatchObject([
      { summary: 'Nothing is listed', detail: expect.stringContaining(`(secret "${first.state.id}")`) },
    ]);
  });

  it.each([
    [['x'], '1 secret'],
    [['x', 'y'], '2 secrets'],
  ])('P8: warns when the list has only others: %j', async (names, words) => {
    const first = await create({ value: 'v' });
    const target = { baseUrl: bench.emulator.baseUrl, ...bench.emulator.newProject() };
    const elsewhere = await Host.start(target, { clock: { now: Date.now() + 11 * 60_000 }, rereads: false });
    for (const name of names) await elsewhere.apply(TYPE, { name, value: 'v' });

    const { kept: gone, diagnostics } = await elsewhere.refresh(TYPE, first);

    expect(gone).toBeNull();
    expect(diagnostics).toMatchObject([
      {
        summary: 'None of the known objects is listed',
        detail: expect.stringContaining(
          `lists ${words}, and none of those in state: 1 known so far (secret "${first.state.id}")`,
        ),
      },
    ]);
  });

  it('P8: reports once that the token is for another project, and keeps further objects in state', async () => {
    const firsts = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await bench.host.apply(TYPE, { name, value: 'v' })).kept as Kept),
    );
    const target = { baseUrl: bench.emulator.baseUrl, ...bench.emulator.newProject() };
    const elsewhere = await Host.start(target, { clock: { now: Date.now() + 11 * 60_000 } });
    await elsewhere.apply('coffer_bucket', { max_size: 1000 });
    const run = await Host.start(target, { clock: { now: Date.now() + 11 * 60_000 } });

    const outcomes = [];
    for (const kept of firsts) outcomes.push(await run.refresh(TYPE, kept));

    expect(outcomes.map(({ diagnostics }) => summaries(diagnostics))).toEqual([
      ['warning: Another project is listed'],
      ['error: Another project is listed'],
      [],
    ]);
    expect(outcomes[1]?.diagnostics[0]?.detail).toContain('allow_foreign_project = true');
    expect(outcomes.slice(1).map(({ kept }) => kept?.state.name)).toEqual(['b', 'c']);
  });

  it.each([
    ['stays in state if that list fails', 503, {}, 'v'],
    ['leaves the state if the token may not list', 403, {}, undefined],
    [
      'leaves the state if that list fails, with allow_foreign_project',
      503,
      { allow_foreign_project: true },
      undefined,
    ],
  ])('P8: if buckets show whether another project is listed, it %s', async (_name, status, settings, value) => {
    const first = await create({ value: 'v' });
    const target = { baseUrl: bench.emulator.baseUrl, ...bench.emulator.newProject() };
    const elsewhere = await Host.start(target, {
      clock: { now: Date.now() + 11 * 60_000 },
      settings: { max_retries: 0, ...settings },
    });
    bench.emulator.faults.add({ operation: 'listBuckets', status });

    const { kept, diagnostics } = await elsewhere.refresh(TYPE, first);

    expect(kept?.state.value).toBe(value);
    expect(diagnostics).toMatchObject([{ severity: value ? 'error' : 'warning' }]);
  });
});
