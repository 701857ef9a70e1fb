import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/** Id of the low-level construct inside ours; part of the contract, since logical ids follow from it. */
export const RESOURCE_ID = 'Resource';

/** The path of the construct that a resource belongs to: of the hand-written construct around it, or its own. */
export function pathOf({ node }: IConstruct): string {
  return node.id === RESOURCE_ID && node.scope ? node.scope.node.path : node.path;
}

/** Whether a construct is still part of its app; a construct does not notice when `tryRemoveChild` removes it (C11). */
export function isInTree(construct: IConstruct): boolean {
  const { scope, id } = construct.node;
  return scope === undefined || (scope.node.tryFindChild(id)?.node === construct.node && isInTree(scope));
}

/** All constructs currently in the tree of a stack, without those of nested stacks. */
export function constructsOf(stack: TerraformStack): IConstruct[] {
  const found: IConstruct[] = [];
  const collect = (construct: IConstruct): void => {
    found.push(construct);
    for (const child of construct.node.children) if (!TerraformStack.isStack(child)) collect(child);
  };
  collect(stack);
  return found;
}

/** The stacks of an app, without those in other stacks. */
export function stacksIn(scope: IConstruct): TerraformStack[] {
  return scope.node.children.flatMap((child) => (TerraformStack.isStack(child) ? [child] : stacksIn(child)));
}

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

/** Checks a construct's stack at synthesis, with its tree at that moment (C11): once, however many constructs ask, with one walk for all checks. */
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
