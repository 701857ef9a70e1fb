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
