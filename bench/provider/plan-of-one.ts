import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Figures, Work } from '../report/figures';
import { takingTurns } from '../support/turns';
import type { Driver, Workspace } from './contender';
import type { Installation } from './installation';
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

const VARIABLE = 'TF_REATTACH_PROVIDERS';

/** A provider that keeps running for any number of commands. */
interface Attached extends AsyncDisposable {
  /** Environment that makes Terraform use it. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts a provider by `attach`, around a command that prints how to reach it and then waits until its stdin is closed.
 *
 * @param env environment of the provider; undefined removes a variable
 */
async function attach(
  { executable }: Installation,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Attached> {
  const waiting = `printf '%s\\n' "$${VARIABLE}"; cat > /dev/null`;
  const child = spawn(executable, ['attach', '--', 'sh', '-c', waiting], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [value] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    env: { [VARIABLE]: value },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
