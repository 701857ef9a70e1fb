import { Aspects, type IAspect, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isPolicy } from './policy-check';

/**
 * Has the policies run that are attached above the stacks, on the app say: CDKTF calls only aspects of a stack and of what is in it (C10).
 * Aspects that are not policies of this library stay as CDKTF has them.
 */
class PoliciesAbove implements IAspect {
  public visit(construct: IConstruct): void {
    if (TerraformStack.isStack(construct)) watchAllStacks(construct);
    const stack = TerraformStack.of(construct);
    const above = stack.node.scopes.filter((scope) => scope !== stack);
    const policies = above.flatMap((scope) => Aspects.of(scope).all.filter(isPolicy));
    for (const policy of policies) policy.visit(construct);
  }
}

const policiesAbove = new PoliciesAbove();

/** Has the policies above the stacks run in the whole app of a construct, in stacks that hold only low-level constructs, too. */
export function runPoliciesAbove(construct: IConstruct): void {
  watch(TerraformStack.of(construct));
}

/** Stacks may be defined after the last construct of ours. */
function watchAllStacks(stack: IConstruct): void {
  for (const other of stack.node.root.node.findAll().filter(TerraformStack.isStack)) watch(other);
}

function watch(stack: TerraformStack): void {
  const aspects = Aspects.of(stack);
  if (!aspects.all.includes(policiesAbove)) aspects.add(policiesAbove);
}
