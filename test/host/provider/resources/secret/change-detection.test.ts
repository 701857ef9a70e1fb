import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ObjectValue, UNKNOWN, type Value } from '../../../../../framework/values/value';
import type { Kept } from '../../../../support/host';
import { summaries } from '../support/bench';
import { idOf, shareSecrets, TYPE } from './support';

const { bench, puts, storedValue } = shareSecrets();

describe.each([
  ['with a fingerprint_key', 'canary-key'],
  ['without one', null],
])('P16: change_detection = "fingerprint", %s', (_name, key) => {
  const config = (value_wo: Value, extra = {}) => ({ name: 'a', value_wo, change_detection: 'fingerprint', ...extra });
  beforeEach(async () => {
    await bench.restart({ settings: { fingerprint_key: key } });
  });
  const made = async () => {
    const { kept, diagnostics } = await bench.host.apply(TYPE, config('canary-one'));
    expect(diagnostics).toEqual([]);
    return kept as Kept;
  };

  it('P16: plans no change for the same value, and one update for another', async () => {
    const first = await made();
    expect(first.state.value_revision).toBe(1n);
    expect((await bench.host.plan(TYPE, config('canary-one'), first)).action).toBe('no-op');

    const { action, kept, planned, diagnostics } = await bench.host.apply(TYPE, config('canary-two'), first);

    expect([action, planned.value_revision, diagnostics]).toEqual(['update', UNKNOWN, []]);
    expect([storedValue(kept), kept?.state.value_revision, puts()]).toEqual(['canary-two', 2n, 1]);
    expect((await bench.host.plan(TYPE, config('canary-two'), kept)).action).toBe('no-op');
  });

  it('P16: an unknown value is compared again by apply, and sent only if it differs', async () => {
    const first = await made();
    const plan = await bench.host.plan(TYPE, config(UNKNOWN), first);
    expect([plan.action, plan.planned.value_revision]).toEqual(['update', UNKNOWN]);
    const apply = async (value: string) => {
      const { state } = await bench.host.server.applyResourceChange({
        typeName: TYPE,
        prior: first.state,
        planned: plan.planned,
        config: { ...plan.config, value_wo: value },
        private: plan.private,
      });
      return [(state as ObjectValue).value_revision, puts()];
    };

    expect(await apply('canary-one')).toEqual([1n, 0]);
    expect(await apply('canary-two')).toEqual([2n, 1]);
  });

  it('P16: neither state nor private state contains the value or the key', async () => {
    const kept = await made();

    const text = inspect(kept.state) + new TextDecoder().decode(kept.private);
    expect(text).not.toMatch(/canary|Y2FuYXJ5/);
  });

  it('P12, P16: sends the value once after an import, says so, and then plans no change', async () => {
    const { kept } = await bench.host.import(TYPE, String((await made()).state.id));

    const first = await bench.host.apply(TYPE, config('canary-one'), kept);

    expect([first.action, ...summaries(first.diagnostics)]).toEqual(['update', 'warning: The value is sent']);
    expect([first.kept?.state.value_revision, puts()]).toEqual([1n, 1]);
    expect((await bench.host.plan(TYPE, config('canary-one'), first.kept)).action).toBe('no-op');
  });

  it.each([
    ['value to value_wo', { value: 'hi', value_wo: null }, { value_wo: 'hi' }, 0],
    ['value_wo to value', { value_wo: 'hi' }, { value: 'hi', value_wo: null }, 0],
    ['utf8 to base64 of the same bytes', { value_wo: 'hi' }, { value_wo: 'aGk=', value_encoding: 'base64' }, 0],
    ['another version of the same value', { value_wo: 'hi' }, { value_wo: 'hi', value_wo_version: '2' }, 1],
    [
      'fingerprint to version, of which another value has none,',
      { value_wo: 'hi' },
      { value_wo: 'ho', change_detection: 'version' },
      0,
    ],
  ])('P15: %s sends as little as possible', async (_name, before, after, sent) => {
    const { kept: first } = await bench.host.apply(TYPE, { ...config(null), ...before });

    const { action, kept, diagnostics } = await bench.host.apply(TYPE, { ...config(null), ...after }, first);

    expect([action, puts(), diagnostics]).toEqual(['update', sent, []]);
    expect(idOf(kept)).toBe(idOf(first));
    expect((await bench.host.plan(TYPE, { ...config(null), ...after }, kept)).action).toBe('no-op');
  });

  it.each([
    ['a plain value', { value: 'hi' }, 0],
    ['a write-only value', { value_wo: 'hi' }, 1],
  ])('P15, P16: turning it on for %s sends the unknown value', async (_name, value, sent) => {
    const { kept: first } = await bench.host.apply(TYPE, { name: 'a', ...value });

    const { kept } = await bench.host.apply(TYPE, { name: 'a', ...value, change_detection: 'fingerprint' }, first);

    expect([kept?.state.value_revision, puts()]).toEqual([1n, sent]);
    expect((await bench.host.plan(TYPE, { name: 'a', ...value, change_detection: 'fingerprint' }, kept)).action).toBe(
      'no-op',
    );
  });

  it('P14: a rename with another version of the same value is no new revision', async () => {
    const { kept } = await bench.host.apply(
      TYPE,
      config('canary-one', { name: 'b', value_wo_version: '2' }),
      await made(),
    );

    expect([kept?.state.name, kept?.state.value_revision]).toEqual(['b', 1n]);
  });

  it('P16: turning it off removes the fingerprint', async () => {
    const remembered = ({ private: bytes }: Kept) => new TextDecoder().decode(bytes);
    const on = await made();

    const { kept: off } = await bench.host.apply(TYPE, { ...config('canary-one'), change_detection: 'version' }, on);

    expect(remembered(on)).toMatch(/hmac|scrypt/);
    expect(remembered(off as Kept)).not.toMatch(/hmac|scrypt/);
    expect(puts()).toBe(0);
  });
});

it('P16: with another fingerprint_key the value is sent once, and the plan says so', async () => {
  const settings = { fingerprint_key: 'one' };
  const early = await bench.start({ settings });
  const config = { name: 'a', value_wo: 'v', change_detection: 'fingerprint' };
  const first = await early.apply(TYPE, config);
  const later = await bench.start({ settings: { fingerprint_key: 'two' } });

  const { kept, diagnostics } = await later.apply(TYPE, config, first.kept);

  expect(summaries(diagnostics)).toEqual(['warning: The value is sent']);
  expect((await later.plan(TYPE, config, kept)).action).toBe('no-op');
});
