import { TerraformElement, type TerraformOutput, type TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from './expressions';

/** How CDKTF begins the id of an output through which one stack refers to another; the address of the value follows. */
export const CROSSING_OUTPUT = 'cross-stack-output-';

/** Everything outside a stack that reads one of its outputs. Stacks must have been prepared. */
export function usersOf(output: TerraformOutput, from: TerraformStack): IConstruct[] {
  const needle = `.outputs.${output.friendlyUniqueId}`;
  return from.node.root.node
    .findAll()
    .filter(TerraformElement.isTerraformElement)
    .filter((element) => element.cdktfStack !== from && codeFor(element, element.toTerraform()).includes(needle));
}
