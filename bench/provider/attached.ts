import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Installation } from './installation';

const VARIABLE = 'TF_REATTACH_PROVIDERS';

/** A provider that keeps running for any number of commands. */
export interface Attached extends AsyncDisposable {
  /** Environment that makes Terraform use it. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts a provider by `attach`, around a command that prints how to reach it and then waits until its stdin is closed.
 *
 * @param env environment of the provider; undefined removes a variable
 */
export async function attach(
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
