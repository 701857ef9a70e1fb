import { Aspects, type IAspect, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isPolicy } from './policy-check';
import { checkStackOf } from './stack-checks';

/** Apps whose stacks are known to be watched. */
const watched = new WeakSet<IConstruct>();

/** Has the policies above the stacks run in the whole app of a construct, in stacks that hold only low-level constructs, too. */
export function runPoliciesAbove(construct: IConstruct): void {
  checkStackOf(construct, applyPoliciesAbove);
  const { root } = construct.node;
  if (watched.has(root)) return;
  watched.add(root);
  // They may be synthesized before the stack of this construct.
  watchStacksOf(root);
}

function watchStacksOf(root: IConstruct): void {
  for (const stack of root.node.findAll().filter(TerraformStack.isStack)) checkStackOf(stack, applyPoliciesAbove);
}

/**
 * Has the policies run that are attached above the stacks, on the app say: CDKTF calls only aspects of a stack and of what is in it (C10).
 * Aspects that are not policies of this library stay as CDKTF has them. What a policy finds it says as validations of the constructs, which
 * come after that of their stack.
 */
function applyPoliciesAbove(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  // Stacks may be defined after the last construct of ours.
  watchStacksOf(stack.node.root);
  const policies = policiesAbove(stack);
  for (const construct of policies.length > 0 ? constructs : []) {
    for (const policy of policies) policy.visit(construct);
  }
  return [];
}

const policiesAbove = (stack: TerraformStack): IAspect[] =>
  stack.node.scopes.filter((scope) => scope !== stack).flatMap((scope) => Aspects.of(scope).all.filter(isPolicy));
