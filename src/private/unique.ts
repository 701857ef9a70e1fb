import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

const taken = new WeakMap<TerraformStack, Map<string, IConstruct>>();

/**
 * Lets one construct of a stack have something, and makes it an error at synthesis if a second one has it, too.
 *
 * @param construct who has it
 * @param what the thing, as a key
 * @param describe says what is wrong, given the path of who had it first
 */
export function requireUnique(construct: IConstruct, what: string, describe: (first: string) => string): void {
  const stack = TerraformStack.of(construct);
  const owners = taken.get(stack) ?? new Map<string, IConstruct>();
  taken.set(stack, owners);
  const first = owners.get(what);
  if (first) construct.node.addValidation({ validate: () => [describe(first.node.path)] });
  else owners.set(what, construct);
}
