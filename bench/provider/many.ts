import { rm } from 'node:fs/promises';
import { formatNumber } from '../report/table';
import type { Measured } from '../support/stopwatch';
import { takingTurns } from '../support/turns';
import { secrets } from './contender';
import type { Run } from './service';

/** Latency added to each call of the slow plan. */
const LATENCY_MS = 50;

/** Budgets for 1,000 resources: ratio of wall time, of the provider's peak memory, and number of calls. */
const BUDGETS = {
  apply: { wall: '≤ 1.0 ×', peak: '≤ 1.3 ×', calls: undefined },
  plan: { wall: '≤ 0.75 ×', peak: '≤ 1.0 ×', calls: '1' },
  [`plan at ${LATENCY_MS} ms per call`]: undefined,
  destroy: { wall: '≤ 1.0 ×', peak: '≤ 1.0 ×', calls: undefined },
};

/**
 * Applies, plans twice (the second time with a slow server) and destroys `count` secrets in one resource with `count`, on a fresh server each round.
 * Both plans have to be empty and each create and delete has to reach the server, otherwise an error ends the run.
 */
export async function measureMany(
  { drivers, startService, figures }: Run,
  rounds: number,
  count: number,
): Promise<void> {
  for (const { contender: driver } of takingTurns(`${count} resources`, drivers, rounds)) {
    const { label, installation } = driver;
    await using service = await startService();
    const add = (what: string, unit: string, sample: number | undefined, budget?: string) => {
      // Budgets are for 1,000.
      const work = { name: `${formatNumber(count)} resources: ${what}`, unit };
      figures.add(count === 1000 ? { ...work, budget } : work, label, sample);
    };
    /** @param once a call that has to occur once for each resource */
    const measure = async (step: keyof typeof BUDGETS, command: () => Promise<Measured>, once?: string) => {
      await service.takeCalls();
      const measured = await command();
      const budget = BUDGETS[step];
      add(step, 's', measured.wallMs / 1000, budget?.wall);
      add(`${step}, CPU`, 's', measured.cpuMs / 1000);
      if (!installation) return measured;
      const calls = await service.takeCalls();
      const made = once === undefined ? count : calls[once];
      if (made !== count) throw new Error(`${label}: ${count} × ${once} was to be called, not ${made ?? 0} ×.`);
      add(`${step}, provider's peak memory`, 'MiB', measured.peakMib, budget?.peak);
      const total = Object.values(calls).reduce((sum, each) => sum + each, 0);
      add(`${step}, REST calls`, 'calls', total, budget?.calls);
      return measured;
    };

    const workspace = await driver.workspace(secrets(count, driver), service);
    await measure('apply', workspace.apply, 'POST /secrets');
    const plan = await measure('plan', workspace.plan);
    if (installation) {
      await service.delay(LATENCY_MS);
      const slow = await measure(`plan at ${LATENCY_MS} ms per call`, workspace.plan);
      await service.delay(0);
      add(`plan, added by ${LATENCY_MS} ms per call`, 's', (slow.wallMs - plan.wallMs) / 1000, '≤ 0.5 s');
    }
    await measure('destroy', workspace.destroy, 'DELETE /secrets/{id}');
    await rm(workspace.folder, { recursive: true, force: true });
  }
}
