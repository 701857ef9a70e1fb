import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/** Whether a construct is part of its app still; what `tryRemoveChild` takes out does not notice (C11). */
export function isInTree(construct: IConstruct): boolean {
  const { scope, id } = construct.node;
  return scope === undefined || (scope.node.tryFindChild(id)?.node === construct.node && isInTree(scope));
}

/** All constructs of a stack, as its tree is now, without those of stacks in it. */
export function constructsOf(stack: TerraformStack): IConstruct[] {
  const found: IConstruct[] = [];
  const collect = (construct: IConstruct): void => {
    found.push(construct);
    for (const child of construct.node.children) if (!TerraformStack.isStack(child)) collect(child);
  };
  collect(stack);
  return found;
}
