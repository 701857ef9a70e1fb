import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { constructsOf } from './tree';

/** Checks a stack as a whole, given all its constructs. Returns the problems, in sentences that name constructs. */
export type StackCheck = (constructs: readonly IConstruct[], stack: TerraformStack) => readonly string[];

const checks = new WeakMap<TerraformStack, Set<StackCheck>>();

/** The constructs of each stack when it was last validated. */
const validated = new WeakMap<TerraformStack, readonly IConstruct[]>();

/** Whether a stack has been validated, after its aspects have run. */
export const wasValidated = (stack: TerraformStack): boolean => validated.has(stack);

/** The constructs of a stack, for checks during its validation: the same array for all of them. */
export const constructsToCheck = (stack: TerraformStack): readonly IConstruct[] =>
  validated.get(stack) ?? constructsOf(stack);

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
      validated.set(stack, constructs);
      return [...all].flatMap((each) => each(constructs, stack));
    },
  });
}
