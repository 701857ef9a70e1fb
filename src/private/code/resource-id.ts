import type { IConstruct } from 'constructs';

/** Id of the low-level construct inside ours; part of the contract, since logical ids follow from it. */
export const RESOURCE_ID = 'Resource';

/** The path of the construct that a resource belongs to: of the hand-written construct around it, or its own. */
export function pathOf({ node }: IConstruct): string {
  return node.id === RESOURCE_ID && node.scope ? node.scope.node.path : node.path;
}
