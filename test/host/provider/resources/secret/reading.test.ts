import { describe, expect, it } from 'vitest';
import { Host, type Kept } from '../../../../support/host';
import { summaries } from '../support/bench';
import { shareSecrets, TYPE } from './support';

const { bench, create } = shareSecrets();

const WHOSE = 'Is this token for another project or another service?';

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

  it('P7: removes an object from state only when three lists agree', async () => {
    const first = await create({ value: 'v' });
    const seen = await bench.host.refresh(TYPE, first);
    await (await bench.start()).destroy(TYPE, first);
    const fresh = await bench.start({ clock: { now: Date.now() + 11 * 60_000 } });
    bench.emulator.journal.clear();

    const { kept } = await fresh.refresh(TYPE, seen.kept as Kept);

    expect(kept).toBeNull();
    expect(bench.emulator.journal.count({ operation: 'listSecrets' })).toBe(3);
  });

  it('P8: warns when the list is empty', async () => {
    const first = await create({ value: 'v' });
    const { kept } = await bench.host.refresh(TYPE, first);
    const target = { baseUrl: bench.emulator.baseUrl, ...bench.emulator.newProject() };
    const elsewhere = await Host.start(target, { clock: { now: Date.now() + 11 * 60_000 } });

    const { kept: gone, diagnostics } = await elsewhere.refresh(TYPE, kept as Kept);

    expect(gone).toBeNull();
    expect(diagnostics).toEqual([
      {
        severity: 'warning',
        summary: 'Nothing is listed',
        detail: `The service lists no secret at all, though state has some: 1 known so far (secret "${first.state.id}"). ${WHOSE}`,
      },
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
    expect(diagnostics).toEqual([
      {
        severity: 'warning',
        summary: 'None of the known objects is listed',
        detail: `The service lists ${words}, and none of those in state: 1 known so far (secret "${first.state.id}"). ${WHOSE}`,
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
    expect(outcomes.flatMap(({ diagnostics }) => diagnostics.map(({ detail }) => detail))).toEqual([
      `The service lists none of the secrets in state (1 known so far (secret "${firsts[0]?.state.id}")); everything it lists belongs to another ` +
        `project, "${target.projectId}". Is this token for another project? If not, the plan is right.`,
      `State knows 2 objects of project "${bench.project.projectId}", and the service lists none of them: everything that it lists with a project ` +
        `belongs to "${target.projectId}". Nothing was removed from the state. Most likely the token is for another project: check token (COFFER_TOKEN) and ` +
        'base_url (COFFER_BASE_URL). If the objects no longer exist, set allow_foreign_project = true (or COFFER_ALLOW_FOREIGN_PROJECT) for one run, or remove them from the ' +
        'state with terraform state rm.',
    ]);
    expect(outcomes.slice(1).map(({ kept }) => kept?.state.name)).toEqual(['b', 'c']);
  });

  it('P8: stays in state if the refresh is interrupted while it asks whether another project is listed', async () => {
    const first = await create({ value: 'v' });
    const target = { baseUrl: bench.emulator.baseUrl, ...bench.emulator.newProject() };
    const elsewhere = await Host.start(target, { clock: { now: Date.now() + 11 * 60_000 } });
    const held = bench.emulator.faults.add({ operation: 'listBuckets', pause: true, times: 1 });
    const reading = elsewhere.refresh(TYPE, first);
    await held.whenMet();

    await elsewhere.server.stop();
    held.release();

    const { kept, diagnostics } = await reading;
    expect(kept?.state).toEqual(first.state);
    expect(diagnostics).toMatchObject([{ severity: 'error' }]);
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
