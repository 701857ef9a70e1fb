import { run } from '../../scripts/support/run';

/**
 * Whether this machine has what a test needs beside Node: `command` must end with 0. Where it has not, that is said, and
 * the test may stay away; in CI (`CI=true`) nothing may, so the answer is yes and the test fails.
 */
export async function hasToolChain(name: string, command: readonly [string, ...string[]]): Promise<boolean> {
  const [program, ...args] = command;
  const found = (await run(program, args).catch(() => undefined))?.code === 0;
  if (found || process.env.CI === 'true') return true;
  process.stderr.write(`not tested for want of a tool chain: ${name} (${command.join(' ')})\n`);
  return false;
}
