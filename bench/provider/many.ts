import { rm } from 'node:fs/promises';
import type { Figures } from '../report/figures';
import { formatNumber } from '../report/number';
import type { Measured } from '../support/stopwatch';
import { takingTurns } from '../support/turns';
import type { Driver, Workspace } from './contender';
import type { Measure } from './measure';
import type { Calls } from './messages';
import type { Service } from './service';

/** Latency added to each call of the slow plan. */
const LATENCY_MS = 50;

type Step = 'apply' | 'plan' | 'slow plan' | 'destroy';

const NAMES: Readonly<Record<Step, string>> = {
  apply: 'apply',
  plan: 'plan',
  'slow plan': `plan at ${LATENCY_MS} ms per call`,
  destroy: 'destroy',
};

/** Budgets for 1,000 resources: ratio of wall time and of the provider's peak memory. */
const BUDGETS: Readonly<Record<Step, { readonly wall?: string; readonly peak?: string; readonly calls?: string }>> = {
  apply: { wall: '≤ 1.0 ×', peak: '≤ 1.3 ×' },
  plan: { wall: '≤ 0.75 ×', peak: '≤ 1.0 ×', calls: '1' },
  'slow plan': {},
  destroy: { wall: '≤ 1.0 ×', peak: '≤ 1.0 ×' },
};

/**
 * Applies, plans twice (the second time with a slow server) and destroys `count` secrets in one resource with `count`, on a fresh
 * server each round. Both plans have to be empty and each create and delete has to reach the server, otherwise an
 * error ends the run.
 */
export async function measureMany(
  drivers: readonly Driver[],
  { rounds, startService, onTurn }: Measure,
  figures: Figures,
  count: number,
): Promise<void> {
  for (const { contender: driver } of takingTurns(drivers, rounds, onTurn(`${count} resources`))) {
    await using service = await startService();
    const workspace = await driver.workspace(count, service);
    await measureLife(new Recorder(driver, service, figures, count), workspace, service);
    await rm(workspace.folder, { recursive: true, force: true });
  }
}

async function measureLife(recorder: Recorder, workspace: Workspace, service: Service): Promise<void> {
  await recorder.measure('apply', workspace.apply, 'POST /secrets');
  const plan = await recorder.measure('plan', workspace.plan);
  if (recorder.hasProvider) {
    await service.delay(LATENCY_MS);
    recorder.addLatencyCost(plan, await recorder.measure('slow plan', workspace.plan));
    await service.delay(0);
  }
  await recorder.measure('destroy', workspace.destroy, 'DELETE /secrets/{id}');
}

/** Records the steps of one contender in one round. */
class Recorder {
  readonly hasProvider: boolean;
  readonly #label: string;

  constructor(
    driver: Driver,
    private readonly service: Service,
    private readonly figures: Figures,
    private readonly count: number,
  ) {
    this.#label = driver.contender.label;
    this.hasProvider = driver.contender.installation !== undefined;
  }

  /** @param once a call that has to occur once for each resource */
  async measure(step: Step, command: () => Promise<Measured>, once?: string): Promise<Measured> {
    await this.service.takeCalls();
    const measured = await command();
    const { wall, peak, calls: callBudget } = BUDGETS[step];
    this.add(NAMES[step], 's', measured.wallMs / 1000, wall);
    this.add(`${NAMES[step]}, CPU`, 's', measured.cpuMs / 1000);
    if (!this.hasProvider) return measured;
    const calls = await this.service.takeCalls();
    this.check(calls, once);
    if (measured.peakMib !== undefined)
      this.add(`${NAMES[step]}, provider's peak memory`, 'MiB', measured.peakMib, peak);
    this.add(`${NAMES[step]}, REST calls`, 'calls', total(calls), callBudget);
    return measured;
  }

  addLatencyCost(plan: Measured, slowPlan: Measured): void {
    const seconds = (slowPlan.wallMs - plan.wallMs) / 1000;
    this.add(`plan, added by ${LATENCY_MS} ms per call`, 's', seconds, '≤ 0.5 s');
  }

  private add(what: string, unit: string, sample: number, budget?: string): void {
    // Only the count of the design has a budget.
    const work = { name: `${formatNumber(this.count)} resources: ${what}`, unit };
    this.figures.add(this.count === 1000 ? { ...work, budget } : work, this.#label, sample);
  }

  private check(calls: Calls, once: string | undefined): void {
    const made = once === undefined ? this.count : (calls[once] ?? 0);
    if (made !== this.count) {
      throw new Error(`${this.#label}: ${this.count} × ${once} was to be called, not ${made} ×.`);
    }
  }
}

const total = (calls: Calls) => Object.values(calls).reduce((sum, each) => sum + each, 0);
