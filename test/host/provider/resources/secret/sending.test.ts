import { describe, expect, it } from 'vitest';
import { idOf, shareSecrets, TYPE } from './support';

const { bench, create, puts, storedValue } = shareSecrets();

describe('a request', () => {
  it('P22: encodes a utf8 value as base64 exactly once', async () => {
    const kept = await create({ value: 'aGk= is no base64 to us: ä' });

    expect(storedValue(kept)).toBe('aGk= is no base64 to us: ä');
  });

  it('P22: decodes a base64 value before it encodes it for the wire', async () => {
    const kept = await create({ value_wo: 'aGk=', value_encoding: 'base64' });

    expect(storedValue(kept)).toBe('hi');
  });

  it('keeps a write-only value out of the state', async () => {
    const kept = await create({ value_wo: 'canary', value_wo_version: '1' });

    expect(JSON.stringify(kept.state)).not.toContain('canary');
    expect(new TextDecoder().decode(kept.private)).not.toContain('canary');
    expect(storedValue(kept)).toBe('canary');
  });

  it('sends a write-only value again only when its version changes', async () => {
    const first = await create({ value_wo: 'one', value_wo_version: '1' });

    const same = await bench.host.apply(TYPE, { name: 'a', value_wo: 'two', value_wo_version: '1' }, first);
    const next = await bench.host.apply(TYPE, { name: 'a', value_wo: 'two', value_wo_version: '2' }, first);

    expect(same.action).toBe('no-op');
    expect(next.action).toBe('update');
    expect(storedValue(next.kept)).toBe('two');
    expect(puts()).toBe(1);
  });
});

it('P15: treats a value in an encoding of another provider version as another value', async () => {
  const kept = await create({ value: 'v' });
  const state = { ...kept.state, value_encoding: 'rot13' };

  const { kept: after, diagnostics } = await bench.host.apply(TYPE, { name: 'a', value: 'v' }, { ...kept, state });

  expect(diagnostics).toEqual([]);
  expect(after?.state).toMatchObject({ value_encoding: 'utf8' });
  expect(puts()).toBe(1);
});

describe('P15: moving between attributes and encodings', () => {
  it.each([
    ['value to value_wo', { value: 'v' }, { value_wo: 'v', value_wo_version: '1' }, 0],
    ['utf8 to base64 of the same bytes', { value: 'hi' }, { value: 'aGk=', value_encoding: 'base64' }, 0],
    [
      'base64 to utf8 of the same bytes, and to value_wo',
      { value: 'aGk=', value_encoding: 'base64' },
      { value_wo: 'hi' },
      0,
    ],
    ['utf8 to base64 of other bytes', { value: 'hi' }, { value: 'aGkh', value_encoding: 'base64' }, 1],
    ['value_wo to value', { value_wo: 'v', value_wo_version: '1' }, { value: 'v' }, 1],
    ['value to managed elsewhere', { value: 'v' }, {}, 0],
  ])('P15: %s sends as little as possible', async (_name, before, after, sent) => {
    const first = await create(before as Record<string, string>);

    const { action, kept } = await bench.host.apply(TYPE, { name: 'a', ...after } as Record<string, string>, first);

    expect(action).toBe('update');
    expect(puts()).toBe(sent);
    expect(idOf(kept)).toBe(idOf(first));
    expect((await bench.host.plan(TYPE, { name: 'a', ...after } as Record<string, string>, kept)).action).toBe('no-op');
  });
});
