import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { constructsOf } from './tree';

/** Checks a stack as a whole, given all its constructs. Returns the problems, in sentences that name constructs. */
export type StackCheck = (constructs: readonly IConstruct[], stack: TerraformStack) => readonly string[];

const checks = new WeakMap<TerraformStack, Set<StackCheck>>();

/**
 * Checks the stack of a construct at synthesis, with its tree at that moment (C11): once, however many constructs request it, and
 * with one walk for all checks.
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
