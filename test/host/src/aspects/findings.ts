import { Aspects, type IAspect, type TerraformStack } from 'cdktf';
import { synth } from '../support';

/** The lines of a synthesis about what is wrong; none if nothing is. */
export function problems(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    const lines = String(error)
      .split('\n')
      .filter((line) => line.startsWith('  ['));
    if (lines.length === 0) throw error;
    return lines;
  }
  return [];
}

/** What a policy finds in a stack. */
export function findings(stack: TerraformStack, policy: IAspect): string[] {
  Aspects.of(stack).add(policy);
  return problems(() => synth(stack));
}
