import { describe, expect, it } from 'vitest';
import { path } from '../../../../../framework/values/path';
import { UNKNOWN } from '../../../../../framework/values/value';
import { summaries } from '../support/bench';
import { at, HOUR, idIn, RETIRES, ROTATES, shareRotatingKeys, slot, TYPE } from './support';

const { bench, config, create, keys, refresh } = shareRotatingKeys();

describe('the overlap', () => {
  it('P26: of 0 retires the key with the next plan, never in the same apply', async () => {
    const extra = { overlap: '0s' };
    const { kept } = await bench.host.apply(TYPE, config('2', extra), await create(extra));
    expect(keys()).toHaveLength(2);

    const refreshed = await refresh(kept);
    const retired = await bench.host.apply(TYPE, config('2', extra), refreshed);

    expect(summaries(retired.diagnostics)).toEqual([RETIRES]);
    expect(retired.diagnostics[0]).toMatchObject({
      detail: expect.stringContaining(`"${idIn(kept, 'previous')}"`),
      path: path('previous'),
    });
    expect(keys()).toEqual([idIn(retired.kept, 'current')]);
  });

  it('P26: of unknown length has an unknown end', async () => {
    const { kept } = await bench.host.apply(TYPE, config('2'), await create());

    const { action, planned, diagnostics } = await bench.host.plan(TYPE, config('2', { overlap: UNKNOWN }), kept);

    expect([action, diagnostics]).toEqual(['update', []]);
    expect(planned.previous).toEqual({ ...slot(kept, 'previous'), retire_after: UNKNOWN });
  });

  it('that is over continues when it is made longer', async () => {
    const { kept } = await bench.host.apply(TYPE, config('2'), await create());
    bench.host.clock.now += 30 * HOUR;

    const longer = await bench.host.apply(TYPE, config('2', { overlap: '48h' }), await refresh(kept));

    expect([longer.action, ...longer.diagnostics]).toEqual(['update']);
    expect(keys()).toHaveLength(2);
    expect(slot(longer.kept, 'previous')?.retire_after).toBe(at(48));
    expect((await bench.host.plan(TYPE, config('2', { overlap: '48h' }), await refresh(longer.kept))).action).toBe(
      'no-op',
    );
  });

  it('ends at once when it is made so short that it is over', async () => {
    const { kept } = await bench.host.apply(TYPE, config('2'), await create());
    bench.host.clock.now += 3 * HOUR;

    const shorter = await bench.host.apply(TYPE, config('2', { overlap: '2h' }), await refresh(kept));

    expect(summaries(shorter.diagnostics)).toEqual([RETIRES]);
    expect(keys()).toEqual([idIn(shorter.kept, 'current')]);
    expect((await bench.host.plan(TYPE, config('2', { overlap: '2h' }), await refresh(shorter.kept))).action).toBe(
      'no-op',
    );
  });

  it('longer than any date ends with the last date of RFC 3339, and the new key is in state', async () => {
    const extra = { overlap: '9999999999h' };
    const { kept, diagnostics } = await bench.host.apply(TYPE, config('2', extra), await create(extra));

    expect(summaries(diagnostics)).toEqual([ROTATES]);
    expect(keys().sort()).toEqual([idIn(kept, 'current'), idIn(kept, 'previous')].sort());
    expect(slot(kept, 'previous')?.retire_after).toBe('9999-12-31T23:59:59.999Z');
    expect((await bench.host.plan(TYPE, config('2', extra), await refresh(kept))).action).toBe('no-op');
  });

  it('P26: a second rotation within it deletes the oldest key when the new one works, and the plan announces that', async () => {
    const { kept: rotated } = await bench.host.apply(TYPE, config('2'), await create());
    const oldest = idIn(rotated, 'previous');
    bench.emulator.journal.clear();

    const { kept, diagnostics } = await bench.host.apply(TYPE, config('3'), rotated);

    expect(summaries(diagnostics)).toEqual([ROTATES]);
    expect(diagnostics[0]?.detail).toContain(
      `The previous key "${oldest}", whose overlap lasts until ${at(24)}, is deleted in this apply`,
    );
    expect(idIn(kept, 'previous')).toBe(idIn(rotated, 'current'));
    expect(keys().sort()).toEqual([idIn(kept, 'current'), idIn(kept, 'previous')].sort());
    const changes = bench.emulator.journal.requests().filter(({ method }) => method !== 'GET');
    expect(changes.map(({ operation }) => operation)).toEqual(['createAccessKey', 'deleteAccessKey']);
  });
});
