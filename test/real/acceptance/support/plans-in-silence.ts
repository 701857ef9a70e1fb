import { expect } from 'vitest';
import type { Workspace } from '../../../support/workspace';

/**
 * The second and the third plan after a fault (P42): both are empty and without warnings, except for Terraform's own warning about
 * the source of the provider.
 */
export async function plansInSilence(workspace: Workspace): Promise<void> {
  for (const plan of ['second', 'third']) {
    const { code, output } = await workspace.run(['plan', '-input=false', '-no-color', '-detailed-exitcode']);
    const warnings = output.match(/Warning: /g)?.length;
    expect({ plan, code, warnings }, output).toEqual({ plan, code: 0, warnings: 1 });
  }
}
