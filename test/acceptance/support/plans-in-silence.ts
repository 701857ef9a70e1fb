import { expect } from 'vitest';
import type { Workspace } from '../../support/workspace';

/**
 * The second and the third plan once a fault is over (P42): nothing to do, and nothing is warned of, but for Terraform's own
 * warning about where the provider comes from.
 */
export async function plansInSilence(workspace: Workspace): Promise<void> {
  for (const plan of ['second', 'third']) {
    const { code, output } = await workspace.run(['plan', '-input=false', '-no-color', '-detailed-exitcode']);
    const warnings = output.match(/Warning: /g)?.length;
    expect({ plan, code, warnings }, output).toEqual({ plan, code: 0, warnings: 1 });
  }
}
