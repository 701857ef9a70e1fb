import { describe, expect, it } from 'vitest';
import { summaries } from '../support/bench';
import { idOf, shareSecrets, TYPE } from './support';

const { bench, create, imported, puts, storedValue } = shareSecrets();

describe('a rename', () => {
  it('P14: also sends the configured value, and says so if the version is unchanged', async () => {
    const first = await create({ value_wo: 'one', value_wo_version: '1' });

    const { action, kept, diagnostics } = await bench.host.apply(
      TYPE,
      { name: 'b', value_wo: 'two', value_wo_version: '1' },
      first,
    );

    expect(action).toBe('update');
    expect(summaries(diagnostics)).toEqual(['warning: Rename also sends the value']);
    expect(idOf(kept)).toBe(idOf(first));
    expect(storedValue(kept)).toBe('two');
  });

  it.each([
    ['a plain value', { value: 'one' }, { value: 'one' }],
    ['value to value_wo', { value: 'one' }, { value_wo: 'one', value_wo_version: '1' }],
    ['value_wo to value', { value_wo: 'one', value_wo_version: '1' }, { value: 'one' }],
  ])('P14, P15: with %s sends once, and replaces nothing', async (_name, before, after) => {
    const first = await create(before as Record<string, string>);

    const { action, kept } = await bench.host.apply(TYPE, { name: 'b', ...after } as Record<string, string>, first);

    expect([action, puts(), idOf(kept), storedValue(kept)]).toEqual(['update', 1, idOf(first), 'one']);
    expect((await bench.host.plan(TYPE, { name: 'b', ...after } as Record<string, string>, kept)).action).toBe('no-op');
  });

  it('P13: is refused without a value', async () => {
    const kept = await imported();

    const { diagnostics } = await bench.host.plan(TYPE, { name: 'b' }, kept);

    expect(diagnostics).toMatchObject([
      { severity: 'error', summary: 'Cannot rename without a value', path: [{ attribute: 'name' }] },
    ]);
  });
});
