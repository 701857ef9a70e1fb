import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { constructsOf } from './tree';

/** What is wrong with a stack as a whole, in sentences that name constructs; it is given all of them. */
export type StackCheck = (constructs: readonly IConstruct[], stack: TerraformStack) => readonly string[];

const checks = new WeakMap<TerraformStack, Set<StackCheck>>();

/**
 * Has the stack of a construct checked at synthesis, as its tree is then (C11): once, however many constructs ask for it, and with one
 * walk for all checks.
 */
export function checkStackOf(construct: IConstruct, check: StackCheck): void {
  const stack = TerraformStack.of(construct);
  const known = checks.get(stack);
  if (known) {
    known.add(check);
    return;
  }
  const all = new Set([check]);
  checks.set(stack, all);
  stack.node.addValidation({
    validate: () => {
      const constructs = constructsOf(stack);
      return [...all].flatMap((each) => each(constructs, stack));
    },
  });
}
