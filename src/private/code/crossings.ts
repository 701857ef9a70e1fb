import { TerraformElement, type TerraformOutput, type TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from './expressions';

/** Prefix of the id of CDKTF's cross-stack outputs; the address of the value follows. */
export const CROSSING_OUTPUT = 'cross-stack-output-';

/** Whether a construct is an output that CDKTF makes for a reference of another stack. */
export const isCrossing = ({ node }: IConstruct): boolean => node.id.startsWith(CROSSING_OUTPUT);

/** All elements outside a stack that read one of its outputs. Stacks must have been prepared. */
export function usersElsewhere(output: TerraformOutput, from: TerraformStack): IConstruct[] {
  const needle = `.outputs.${output.friendlyUniqueId}`;
  return from.node.root.node
    .findAll()
    .filter(TerraformElement.isTerraformElement)
    .filter((element) => element.cdktfStack !== from && codeFor(element, element.toTerraform()).includes(needle));
}
