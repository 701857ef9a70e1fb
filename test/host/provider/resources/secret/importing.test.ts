import { describe, expect, it } from 'vitest';
import { summaries } from '../support/bench';
import { shareSecrets, TYPE } from './support';

const { bench, imported, storedValue } = shareSecrets();

describe('import', () => {
  it('P12, P13: plans no change for a configuration without a value', async () => {
    const kept = await imported();

    expect(await bench.host.plan(TYPE, { name: 'a' }, kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
  });

  it('P12: takes over project and version in place, without a request, and then plans no change', async () => {
    const kept = await imported();
    bench.emulator.journal.clear();
    const config = { name: 'a', project_id: bench.project.projectId, value_wo: 'v', value_wo_version: '7' };

    const first = await bench.host.apply(TYPE, config, kept);
    const second = await bench.host.plan(TYPE, config, first.kept);

    expect(first.action).toBe('update');
    expect(summaries(first.diagnostics)).toEqual(['warning: The value is not sent']);
    expect(bench.emulator.journal.requests()).toEqual([]);
    expect(second).toMatchObject({ action: 'no-op', diagnostics: [] });
  });

  it('P12: sends a plain value once, because state cannot contain it', async () => {
    const kept = await imported();

    const first = await bench.host.apply(TYPE, { name: 'a', value: 'new' }, kept);

    expect(first.action).toBe('update');
    expect(storedValue(first.kept)).toBe('new');
    expect((await bench.host.plan(TYPE, { name: 'a', value: 'new' }, first.kept)).action).toBe('no-op');
  });

  it('P12, P14: a rename sends the value, and no warning says that it is not sent', async () => {
    const config = { name: 'b', value_wo: 'new', value_wo_version: '1' };

    const { kept, diagnostics } = await bench.host.apply(TYPE, config, await imported());

    expect([storedValue(kept), summaries(diagnostics)]).toEqual(['new', []]);
  });
});
