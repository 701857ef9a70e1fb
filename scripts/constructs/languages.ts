import type { Target } from '../packages/chapters';
import { run } from '../support/run';

/** Languages that need tools besides Node, by display name: the target in jsii-pacmak, and a command that exits with 0 if the tools are there. */
const NEEDING_TOOLS: Readonly<Record<string, readonly [target: Target, program: string, ...args: string[]]>> = {
  Python: ['python', 'python3', '-m', 'venv', '--help'],
  Java: ['java', 'mvn', '--version'],
  Go: ['go', 'go', 'version'],
};

/** Targets that are written as source code and not built: .NET's tools would have to download their packages first. */
export const CODE_ONLY: readonly Target[] = ['dotnet'];

/**
 * The targets that can be built completely here; stderr lists the others. In CI (`CI=true`) all are tried, so a missing tool fails the build. So does
 * one of `wanted`, which are all that are built then.
 */
export async function packableTargets(wanted?: readonly Target[]): Promise<readonly Target[]> {
  if (wanted) return [...new Set(wanted)].sort();
  const targets: Target[] = ['js'];
  for (const [name, [target, program, ...args]] of Object.entries(NEEDING_TOOLS)) {
    const found = await run(program, args).catch(() => undefined);
    if (found?.code === 0 || process.env.CI === 'true') targets.push(target);
    else process.stderr.write(`not packed for want of a tool chain: ${name} (${[program, ...args].join(' ')})\n`);
  }
  return targets;
}
