import { Aspects, type IAspect, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isPolicy } from './policy-check';
import { checkStackOf } from './stack-checks';

/** Has the policies above the stacks run in the whole app of a construct, in stacks that hold only low-level constructs, too. */
export function runPoliciesAbove(construct: IConstruct): void {
  checkStackOf(construct, applyPoliciesAbove);
}

/**
 * Has the policies run that are attached above the stacks, on the app say: CDKTF calls only aspects of a stack and of what is in it (C10).
 * Aspects that are not policies of this library stay as CDKTF has them. What a policy finds it says as validations of the constructs, which
 * come after that of their stack.
 */
function applyPoliciesAbove(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  // Stacks may be defined after the last construct of ours.
  for (const other of stack.node.root.node.findAll().filter(TerraformStack.isStack)) runPoliciesAbove(other);
  const policies = policiesAbove(stack);
  for (const construct of policies.length > 0 ? constructs : []) {
    for (const policy of policies) policy.visit(construct);
  }
  return [];
}

const policiesAbove = (stack: TerraformStack): IAspect[] =>
  stack.node.scopes.filter((scope) => scope !== stack).flatMap((scope) => Aspects.of(scope).all.filter(isPolicy));
