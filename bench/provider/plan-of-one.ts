import type { Figures, Work } from '../report/figures';
import { takingTurns } from '../support/turns';
import { type Attached, attach } from './attached';
import type { Driver, Workspace } from './contender';
import type { Measure } from './measure';
import type { Service } from './service';

const WALL: Work = { name: 'plan of 1 resource', unit: 'ms', budget: '≤ 1.8 ×' };
const CPU: Work = { name: 'plan of 1 resource, CPU', unit: 'ms' };
/**
 * Compared with the other contenders' ordinary plans of the same rounds. It has no CPU time, because the attached process is not a
 * child of the command.
 */
const ATTACHED: Work = { name: 'plan of 1 resource, ours by attach', unit: 'ms', budget: '≤ 0.8 ×' };

/**
 * Plans one existing secret with each provider installed from a mirror, and again attached to a running provider where possible.
 * The first round warms caches.
 */
export async function measurePlanOfOne(
  drivers: readonly Driver[],
  { rounds, startService, onTurn }: Measure,
  figures: Figures,
): Promise<void> {
  const services: Service[] = [];
  const attached = new Map<Driver, Attached>();
  try {
    const workspaces = new Map<Driver, Workspace>();
    for (const driver of drivers) {
      const service = await startService();
      services.push(service);
      const workspace = await driver.workspace(1, service);
      await workspace.apply();
      workspaces.set(driver, workspace);
      const { attaches, installation } = driver.contender;
      if (attaches && installation) attached.set(driver, await attach(installation, driver.environment(service)));
    }

    for (const { contender: driver, round } of takingTurns(drivers, rounds + 1, onTurn('plan of 1'))) {
      const { label } = driver.contender;
      const workspace = workspaces.get(driver);
      const env = attached.get(driver)?.env;
      const measured = await workspace?.plan();
      const again = env && (await workspace?.plan(env));
      if (round === 0 || !measured) continue;
      figures.add(WALL, label, measured.wallMs);
      figures.add(CPU, label, measured.cpuMs);
      figures.add(ATTACHED, label, (again ?? measured).wallMs);
    }
  } finally {
    await Promise.all([...services, ...attached.values()].map((each) => each[Symbol.asyncDispose]()));
  }
}
