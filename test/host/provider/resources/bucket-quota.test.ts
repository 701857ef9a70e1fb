import { beforeEach, describe, expect, it } from 'vitest';
import { Host, type Kept } from '../../../support/host';
import { shareAlteredEmulator } from '../support/altered-emulator';
import { withRecords } from '../support/altered-line';
import type { Clock } from '../support/environment';

/** A service that rounds quotas up to whole kibibytes (P23, P41). */

interface Listed {
  readonly max_size: number;
  readonly updated_at?: number;
}

const shared = shareAlteredEmulator();
let clock: Clock;
let host: Host;
let round: (one: Listed) => Listed;
beforeEach(async () => {
  clock = { now: Date.now() };
  host = await command();
  round = (one) => ({ ...one, max_size: Math.ceil(one.max_size / 1024) * 1024 });
  shared.line.alter = ({ call }, reply) =>
    call === 'GET /s3/buckets' ? withRecords<Listed>(reply, (all) => all.map((one) => round(one))) : reply;
});

/** A separate provider, as for each command. */
const command = () =>
  Host.start(
    { baseUrl: shared.line.baseUrl, token: shared.emulator.token, projectId: shared.emulator.projectId },
    { clock },
  );

/** With the id of the bucket (P45). */
const AGAIN = expect.stringMatching(/^Sent again after a failure: "/);
const CHANGED = expect.stringMatching(/^The service changed the quota: "/);
const config = (max_size: number, more = {}) => ({ max_size, ...more });
const summaries = ({ diagnostics }: { diagnostics: readonly { summary: string }[] }) =>
  diagnostics.map(({ summary }) => summary);

async function apply(max_size: number, kept: Kept | null, more = {}) {
  shared.emulator.clock.advance(2_000);
  const outcome = await (await command()).apply('coffer_bucket', config(max_size, more), kept);
  return { ...outcome, kept: outcome.kept as Kept };
}

async function refresh(kept: Kept) {
  const outcome = await (await command()).refresh('coffer_bucket', kept);
  return { ...outcome, kept: outcome.kept as Kept };
}

describe('P41: a quota that the service rounds', () => {
  it('is a warning with both numbers at the create, and no difference afterwards', async () => {
    const made = await apply(1000, null);
    const seen = await refresh(made.kept);

    expect(made.diagnostics).toMatchObject([
      { severity: 'warning', summary: `The service changed the quota: "${made.kept.state.id}"` },
    ]);
    expect(made.diagnostics[0]).toMatchObject({
      detail: expect.stringContaining('a max_size of 1000, and the service lists 1024'),
      path: [{ attribute: 'max_size' }],
    });
    expect(seen).toEqual({ kept: made.kept, diagnostics: [] });
    expect((await host.plan('coffer_bucket', config(1000), seen.kept)).action).toBe('no-op');
  });

  it('is noticed by the first read if the create did not wait', async () => {
    const made = await apply(1000, null, { wait_for: 'none' });
    const seen = await refresh(made.kept);
    const again = await refresh(seen.kept);

    expect([summaries(made), summaries(seen), summaries(again)]).toEqual([[], [CHANGED], []]);
    expect(again.kept.state.max_size).toBe(1000n);
  });

  it.each([
    ['no list shows', 'update', 1000n],
    ['a list shows', 'no-op', 2000n],
  ])(
    'P48: is sent again after a lost update, also as it was before, if %s what the service has',
    async (_what, action, size) => {
      if (action === 'update') round = ({ max_size: _, ...one }) => one as Listed;
      else round = (one) => one;
      const made = await apply(1000, null);
      const lost = shared.emulator.faults.add({ operation: 'updateBucket', cut: 'after-commit' });
      const failed = await apply(2000, made.kept);
      lost.remove();
      const { kept } = await refresh(failed.kept);

      const after = await apply(action === 'update' ? 1000 : 2000, kept);

      expect([after.action, summaries(after)]).toEqual([action, action === 'update' ? [AGAIN] : []]);
      expect(after.kept.state.max_size).toBe(size);
      expect(shared.emulator.inspect.buckets()).toMatchObject([{ maxSize: size }]);
      expect(await host.plan('coffer_bucket', config(Number(size)), after.kept)).toMatchObject({
        action: 'no-op',
        diagnostics: [],
      });
    },
  );

  it('P48: is not taken from a lost update for the rounding of a create that no list has shown', async () => {
    round = (one) => one;
    const made = await apply(1000, null, { wait_for: 'none' });
    const lost = shared.emulator.faults.add({ operation: 'updateBucket', cut: 'after-commit' });
    const failed = await apply(2000, made.kept, { wait_for: 'none' });
    lost.remove();

    const seen = await refresh(failed.kept);

    expect(summaries(seen)).toEqual([]);
    expect(seen.kept.state.max_size).toBe(2000n);
  });

  it('P48: is sent again as it was before if an update was accepted, and the list after it refused', async () => {
    round = ({ max_size: _, ...one }) => one as Listed;
    const made = await apply(1000, null);
    shared.line.calls.length = 0;
    shared.line.intercept = ({ call }) =>
      call === 'GET /s3/buckets' && shared.line.calls.includes('PUT /s3/buckets')
        ? { status: 403, headers: {}, body: '' }
        : undefined;
    const failed = await apply(2000, made.kept);
    shared.line.intercept = () => undefined;

    const after = await apply(1000, (await refresh(failed.kept)).kept);

    expect([after.action, summaries(after)]).toEqual(['update', [AGAIN]]);
    expect(shared.emulator.inspect.buckets()).toMatchObject([{ maxSize: 1000n }]);
  });

  it('is drift when the service lists any other value', async () => {
    const made = await apply(1000, null);
    round = (one) => ({ ...one, max_size: 4096 });

    const { kept } = await refresh(made.kept);

    expect(kept.state.max_size).toBe(4096n);
    expect((await host.plan('coffer_bucket', config(1000), kept)).action).toBe('update');
  });
});

describe('P23: an update of a quota that the service rounds', () => {
  it('is accepted when the update shows and lists three seconds apart agree', async () => {
    const made = await apply(1000, null);
    const began = clock.now;

    const updated = await apply(3000, made.kept);

    expect(updated.diagnostics).toMatchObject([{ severity: 'warning', summary: CHANGED }]);
    expect(updated.diagnostics[0]?.detail).toContain('a max_size of 3000, and the service lists 3072');
    expect(updated.kept.state.max_size).toBe(3000n);
    expect(await refresh(updated.kept)).toEqual({ kept: updated.kept, diagnostics: [] });
    expect(clock.now - began).toBeGreaterThanOrEqual(3_000);
    expect(clock.now - began).toBeLessThan(10_000);
  });

  it('is an error with both numbers when the lists never show the update', async () => {
    const made = await apply(2048, null);
    round = (one) => ({ ...one, max_size: 2048, updated_at: 1 });
    await (await command()).refresh('coffer_bucket', made.kept);

    const updated = await apply(4096, made.kept);

    expect(updated.diagnostics).toMatchObject([{ severity: 'error' }]);
    expect(updated.diagnostics[0]?.detail).toContain('(max_size: 4096 was sent, 2048 is listed): changed concurrently');
    expect(updated.kept.state.max_size).toBe(2048n);
  });
});
