import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { checkMisplacedValues } from '../code/misplaced-values';
import { checkStackOf, type StackCheck } from '../code/stack-checks';
import { findNameless } from '../identities/stored-names';
import { applyPolicies } from './policy-check';

/** Apps whose stacks are already watched. */
const watched = new WeakSet<IConstruct>();

/** Runs the policies in the whole app of a construct, including stacks that hold only low-level constructs (C10). */
export function runPoliciesAbove(construct: IConstruct): void {
  watch(construct);
  const { root } = construct.node;
  if (watched.has(root)) return;
  watched.add(root);
  // The other stacks may be synthesized before the stack of this construct.
  watchStacksOf(root);
}

function watchStacksOf(root: IConstruct): void {
  for (const stack of root.node.findAll().filter(TerraformStack.isStack)) watch(stack);
}

function watch(construct: IConstruct): void {
  checkStackOf(construct, watchLaterStacks);
  checkStackOf(construct, applyPolicies);
  checkStackOf(construct, checkMisplacedValues);
  checkStackOf(construct, findNameless);
}

/** Stacks may be defined after our last construct. */
const watchLaterStacks: StackCheck = (_constructs, stack) => {
  watchStacksOf(stack.node.root);
  return [];
};
