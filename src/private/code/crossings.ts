import { TerraformElement, TerraformOutput, type TerraformStack, TerraformVariable } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from './expressions';

/** Prefix of the id of CDKTF's cross-stack outputs; the address of the value follows. */
export const CROSSING_OUTPUT = 'cross-stack-output-';

/** Type of our ephemeral blocks. */
export const EPHEMERAL_KEY = 'coffer_access_key';

/** All elements outside a stack that read one of its outputs. Stacks must have been prepared. */
export function usersOf(output: TerraformOutput, from: TerraformStack): IConstruct[] {
  const needle = `.outputs.${output.friendlyUniqueId}`;
  return from.node.root.node
    .findAll()
    .filter(TerraformElement.isTerraformElement)
    .filter((element) => element.cdktfStack !== from && codeFor(element, element.toTerraform()).includes(needle));
}

/**
 * Whether an expression refers to an ephemeral value of another stack, which would have to pass through an output. Attributes of
 * resources and data sources are not ephemeral; an ephemeral access key reports its own crossings.
 */
export function crossesEphemerally(user: IConstruct, expression: string): boolean {
  const names = [...codeFor(user, expression).matchAll(/\.outputs\.([\w-]+)/g)].map(([, name]) => name);
  if (names.length === 0) return false;
  return user.node.root.node
    .findAll()
    .filter(TerraformOutput.isTerraformOutput)
    .filter((output) => output.node.id.startsWith(CROSSING_OUTPUT) && names.includes(output.friendlyUniqueId))
    .some((output) => isEphemeral(output));
}

/** Whether a cross-stack output holds an ephemeral value, or may hold one. */
function isEphemeral({ node, cdktfStack }: TerraformOutput): boolean {
  const [kind = '', name = ''] = node.id.slice(CROSSING_OUTPUT.length).split('.');
  if (kind === 'var') return variablesOf(cdktfStack).some((variable) => isEphemeralVariable(variable, name));
  // A local value or a module output may be ephemeral.
  return kind === 'local' || kind === 'module' || (kind === 'ephemeral' && name !== EPHEMERAL_KEY);
}

const variablesOf = ({ node }: TerraformStack): TerraformVariable[] =>
  node.findAll().filter((element) => element instanceof TerraformVariable);

const isEphemeralVariable = (variable: TerraformVariable, name: string): boolean =>
  variable.friendlyUniqueId === name && variable.toTerraform().variable[name].ephemeral === true;
