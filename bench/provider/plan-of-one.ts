import type { Figures, Work } from '../report/figures';
import { takingTurns } from '../support/turns';
import type { Driver, Workspace } from './contender';
import type { Measure } from './measure';
import type { Service } from './service';

const WALL: Work = { name: 'plan of 1 resource', unit: 'ms', budget: '≤ 1.8 ×' };
const CPU: Work = { name: 'plan of 1 resource, CPU', unit: 'ms' };

/** Plans one secret that exists, with each provider installed from a mirror. The first round warms caches. */
export async function measurePlanOfOne(
  drivers: readonly Driver[],
  { rounds, startService, onTurn }: Measure,
  figures: Figures,
): Promise<void> {
  const services: Service[] = [];
  try {
    const workspaces = new Map<Driver, Workspace>();
    for (const driver of drivers) {
      const service = await startService();
      services.push(service);
      const workspace = await driver.workspace(1, service);
      await workspace.apply();
      workspaces.set(driver, workspace);
    }

    for (const { contender: driver, round } of takingTurns(drivers, rounds + 1, onTurn('plan of 1'))) {
      const measured = await workspaces.get(driver)?.plan();
      if (round === 0 || !measured) continue;
      figures.add(WALL, driver.contender.label, measured.wallMs);
      figures.add(CPU, driver.contender.label, measured.cpuMs);
    }
  } finally {
    await Promise.all(services.map((service) => service[Symbol.asyncDispose]()));
  }
}
