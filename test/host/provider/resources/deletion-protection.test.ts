import { describe, expect, it } from 'vitest';
import { path } from '../../../../framework/values/path';
import { UNKNOWN } from '../../../../framework/values/value';
import type { Kept } from '../../../support/host';
import { shareBench, summaries } from './support/bench';

const bench = shareBench();
const REFUSED = ['error: Protected from deletion'];

const OWN = 'its deletion_protection is true';
const DEFAULT =
  'deletion_protection of the provider block, or COFFER_DELETION_PROTECTION, is true, and it has no value of its own';

const refusal = (name: string, verb: string, reason: string) => ({
  severity: 'error',
  summary: 'Protected from deletion',
  detail: expect.stringContaining(`${name} is protected, so Terraform may not ${verb} it: ${reason}.`),
  path: path('deletion_protection'),
});

const kinds: [type: string, config: Record<string, string | number>][] = [
  ['coffer_bucket', { max_size: 1000 }],
  ['coffer_secret', { name: 'a', value_wo: 'canary' }],
];

async function make(type: string, config: Record<string, string | number | boolean>): Promise<Kept> {
  const { kept, diagnostics } = await bench.host.apply(type, config);
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

/** The plan of a destroy. */
const planDestroy = (typeName: string, { state, private: bytes }: Kept, host = bench.host) =>
  host.server.planResourceChange({ typeName, prior: state, proposed: null, config: null, private: bytes });

describe.each(kinds)('%s', (type, config) => {
  const noun = type.replace('coffer_', '');

  it('refuses a plan that destroys a protected object, and says how to lift the protection', async () => {
    const kept = await make(type, { ...config, deletion_protection: true });

    const { diagnostics } = planDestroy(type, kept);

    expect(diagnostics).toEqual([refusal(`The ${noun} ${JSON.stringify(kept.state.id)}`, 'destroy', OWN)]);
  });

  it('refuses a plan that replaces an object which is protected or is planned to be', async () => {
    const [before, open] = [await make(type, { ...config, deletion_protection: true }), { ...config, name: 'b' }];
    const unprotected = await make(type, type === 'coffer_secret' ? open : config);

    const replaced = await bench.host.plan(type, { ...config, project_id: 'other' }, before);
    const newly = await bench.host.plan(
      type,
      { ...config, project_id: 'other', deletion_protection: true },
      unprotected,
    );
    const free = await bench.host.plan(type, { ...config, project_id: 'other' }, unprotected);

    expect(replaced.diagnostics).toContainEqual(
      refusal(`The ${noun} ${JSON.stringify(before.state.id)}`, 'replace', OWN),
    );
    expect(summaries(newly.diagnostics)).toContain(REFUSED[0]);
    expect(summaries(free.diagnostics)).not.toContain(REFUSED[0]);
    // Whether it is to be protected is seen at apply.
    const unknown = { ...config, project_id: 'other', deletion_protection: UNKNOWN };
    expect(summaries((await bench.host.plan(type, unknown, unprotected)).diagnostics)).not.toContain(REFUSED[0]);
  });

  it("refuses it by the provider's default, too, which -replace shows in the note alone", async () => {
    const kept = await make(type, config);
    const host = await bench.start({ settings: { deletion_protection: true } });
    const first = await host.plan(type, config, kept);
    const create = { typeName: type, prior: null, proposed: first.planned, config: first.config };

    const { diagnostics } = host.server.planResourceChange({ ...create, private: first.private });

    expect(first.action).toBe('no-op');
    expect(diagnostics).toEqual([refusal(`This ${noun}`, 'replace', DEFAULT)]);
  });

  it('refuses at apply a deletion that no plan shows, and sends no request', async () => {
    const kept = await make(type, { ...config, deletion_protection: true });
    bench.emulator.journal.clear();

    const { kept: left, diagnostics } = await bench.host.destroy(type, kept);

    expect(summaries(diagnostics)).toEqual(REFUSED);
    expect(left?.state).toEqual(kept.state);
    expect(bench.emulator.journal.count()).toBe(0);
  });

  it('is set and lifted in place without a request, and then destroys', async () => {
    const kept = await make(type, config);
    bench.emulator.journal.clear();

    const on = await bench.host.apply(type, { ...config, deletion_protection: true }, kept);
    const off = await bench.host.apply(type, { ...config, deletion_protection: false }, on.kept);

    expect([on.action, off.action, bench.emulator.journal.count()]).toEqual(['update', 'update', 0]);
    expect(planDestroy(type, off.kept as Kept).diagnostics).toEqual([]);
    expect((await bench.host.destroy(type, off.kept as Kept)).kept).toBeNull();
  });

  it("takes the provider's value where it has none of its own, and state records none", async () => {
    const [own, none] = [
      await make(type, { ...config, deletion_protection: false }),
      await make(type, type === 'coffer_secret' ? { ...config, name: 'b' } : config),
    ];
    const host = await bench.start({ settings: { deletion_protection: true } });

    expect(none.state.deletion_protection).toBeNull();
    expect((await host.plan(type, type === 'coffer_secret' ? { ...config, name: 'b' } : config, none)).action).toBe(
      'no-op',
    );
    expect(planDestroy(type, own, host).diagnostics).toEqual([]);
    const { diagnostics } = planDestroy(type, none, host);
    expect(diagnostics).toEqual([refusal(`The ${noun} ${JSON.stringify(none.state.id)}`, 'destroy', DEFAULT)]);
    expect(planDestroy(type, none).diagnostics).toEqual([]);
  });

  it('uses state alone while the provider is not configured', async () => {
    const kept = await make(type, { ...config, deletion_protection: true });
    const host = await bench.start({ settings: { deletion_protection: UNKNOWN } });

    expect(summaries(planDestroy(type, kept, host).diagnostics)).toEqual(REFUSED);
  });
});
