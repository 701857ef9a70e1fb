import { Lazy, type TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { ResourceProps } from '../../resource-props';
import { checkStackOf } from '../code/tree';
import { findMerged } from '../identities/addresses';
import { findIdentityClashes } from '../identities/identity-clashes';
import { runPoliciesAbove } from '../policies/policy-check';
import { type Problem, refuse } from '../props/checks';
import { checkProviders, warnOfDependencies, warnOfNestedStacks } from './stack-checks';

/** Finds a provider of another stack: the code would name the provider of the same address in this one. */
function foreign(construct: IConstruct, { provider }: ResourceProps): Problem {
  const stack = TerraformStack.of(construct);
  return provider && TerraformStack.of(provider) !== stack
    ? `"provider" must be of stack "${stack.node.path}", got "${provider.node.path}": define a CofferProvider in every stack`
    : undefined;
}

/** First step of every constructor: checks the shared props, adds the problems of the resource's own props, and reports all at once. */
export function checkProps(construct: IConstruct, props: ResourceProps, problems: readonly Problem[]): void {
  runPoliciesAbove(construct);
  checkStackOf(construct, checkProviders);
  checkStackOf(construct, warnOfNestedStacks);
  checkStackOf(construct, findIdentityClashes);
  checkStackOf(construct, findMerged);
  refuse(construct, [...problems, foreign(construct, props)]);
}

/** The part of a low-level construct's configuration that follows from the shared props. */
export function commonConfig(props: ResourceProps) {
  const { projectId, provider, dependsOn } = props;
  const timeouts = Object.entries(timeoutsOf(props)).flatMap(([name, limit]) =>
    limit === undefined ? [] : [[name.replace('Timeout', ''), limit.toString()]],
  );
  return { projectId, provider, dependsOn, ...(timeouts.length > 0 && { timeouts: Object.fromEntries(timeouts) }) };
}

export const timeoutsOf = ({ createTimeout, readTimeout, updateTimeout, deleteTimeout }: ResourceProps) => ({
  createTimeout,
  readTimeout,
  updateTimeout,
  deleteTimeout,
});

/** Last step of every resource's constructor. */
export function finish(resource: TerraformResource, props: ResourceProps): void {
  const { importId, provider } = props;
  if (importId !== undefined) resource.importFrom(importId, provider);
  checkStackOf(resource, warnOfDependencies);
}

/** The object that a resource takes over at this moment; undefined if none. */
export const importOf = (resource: TerraformResource): { readonly id: string } | undefined =>
  (resource as unknown as { readonly _imported?: { readonly id: string } })._imported;

/** `fqn` of an object defined elsewhere: it exists already, so a dependency on it leaves nothing in the code. */
export const NOTHING_TO_WAIT_FOR = Lazy.stringValue({ produce: () => undefined }, { displayHint: 'defined elsewhere' });
