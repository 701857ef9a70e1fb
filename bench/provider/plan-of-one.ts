import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Work } from '../report/figures';
import { takingTurns } from '../support/turns';
import { secrets, type Workspace } from './contender';
import type { Installation } from './installation';
import type { Run } from './service';

const WALL: Work = { name: 'plan of 1 resource', unit: 'ms', budget: '≤ 1.8 ×' };
const CPU: Work = { name: 'plan of 1 resource, CPU', unit: 'ms' };
/** Compared with the other contenders' ordinary plans of the same rounds. It has no CPU time: the attached process is no child of the command. */
const ATTACHED: Work = { name: 'plan of 1 resource, ours by attach', unit: 'ms', budget: '≤ 0.8 ×' };

/** Plans one existing secret with each provider from a mirror, and again attached to a running one where possible. The first round warms caches. */
export async function measurePlanOfOne({ drivers, startService, figures }: Run, rounds: number): Promise<void> {
  const open: AsyncDisposable[] = [];
  try {
    const prepared: { label: string; plan: Workspace['plan']; attached: Attached | undefined }[] = [];
    for (const driver of drivers) {
      const { label, attaches, installation } = driver;
      const service = await startService();
      open.push(service);
      const { apply, plan } = await driver.workspace(secrets(1, driver), service);
      await apply();
      const attached = attaches && installation ? await attach(installation, driver.environment(service)) : undefined;
      if (attached) open.push(attached);
      prepared.push({ label, plan, attached });
    }
    for (const { contender, round } of takingTurns('plan of 1', prepared, rounds + 1)) {
      const { label, plan, attached } = contender;
      const measured = await plan();
      const again = attached ? await plan(attached.env) : measured;
      if (round === 0) continue;
      figures.add(WALL, label, measured.wallMs);
      figures.add(CPU, label, measured.cpuMs);
      figures.add(ATTACHED, label, again.wallMs);
    }
  } finally {
    await Promise.all(open.map((each) => each[Symbol.asyncDispose]()));
  }
}

const VARIABLE = 'TF_REATTACH_PROVIDERS';

/** A provider that keeps running for any number of commands. */
interface Attached extends AsyncDisposable {
  /** Environment that makes Terraform use it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a provider by `attach`, around a command that prints how to reach it and waits until its stdin is closed. Undefined removes a variable. */
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
