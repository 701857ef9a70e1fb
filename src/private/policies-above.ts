import { Aspects, type IAspect, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isPolicy } from './policy-check';
import { checkStackOf } from './stack-checks';

/** Apps whose stacks are already watched. */
const watched = new WeakSet<IConstruct>();

/** Runs the policies above the stacks in the whole app of a construct, including stacks that hold only low-level constructs. */
export function runPoliciesAbove(construct: IConstruct): void {
  checkStackOf(construct, applyPoliciesAbove);
  const { root } = construct.node;
  if (watched.has(root)) return;
  watched.add(root);
  // The other stacks may be synthesized before the stack of this construct.
  watchStacksOf(root);
}

function watchStacksOf(root: IConstruct): void {
  for (const stack of root.node.findAll().filter(TerraformStack.isStack)) checkStackOf(stack, applyPoliciesAbove);
}

/**
 * Runs the policies that are attached above the stacks, for example to the app: CDKTF calls only aspects of a stack and of the
 * constructs in it (C10). CDKTF's handling of aspects that are not policies of this library stays unchanged. Policies report
 * findings as validations of the constructs, which run after that of their stack.
 */
function applyPoliciesAbove(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  // Stacks may be defined after our last construct.
  watchStacksOf(stack.node.root);
  const policies = policiesAbove(stack);
  for (const construct of policies.length > 0 ? constructs : []) {
    for (const policy of policies) policy.visit(construct);
  }
  return [];
}

const policiesAbove = (stack: TerraformStack): IAspect[] =>
  stack.node.scopes.filter((scope) => scope !== stack).flatMap((scope) => Aspects.of(scope).all.filter(isPolicy));
