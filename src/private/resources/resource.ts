import { Lazy, type TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { ResourceProps } from '../../resource-props';
import { checkStackOf } from '../code/tree';
import { findMerged } from '../identities/addresses';
import { findIdentityClashes } from '../identities/identity-clashes';
import { runPoliciesAbove } from '../policies/policy-check';
import { notEmpty, type Problem, refuse } from '../props/checks';
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
  refuse(construct, [
    ...problems,
    notEmpty('projectId', props.projectId),
    notEmpty('importId', props.importId),
    foreign(construct, props),
  ]);
}

/** Refuses the props of one object for several. */
export function notForEach({ importId }: ResourceProps): Problem {
  if (importId === undefined) return undefined;
  return '"importId" is the id of one object, and forEach makes several: import them with the import blocks of Terraform';
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
  const owner = resource.node.scope ?? resource;
  if (importId !== undefined) {
    resource.importFrom(importId, provider);
    owner.node.addValidation({ validate: () => importedTwice(owner, resource, importId) });
  }
  checkStackOf(resource, warnOfDependencies);
}

/** Reports an `importFrom` of the low-level construct that the prop contradicts; the later one would win silently (C8). */
function importedTwice(owner: IConstruct, resource: TerraformResource, importId: string): string[] {
  const imported = importOf(resource);
  if (!imported || imported.id === importId) return [];
  return [
    `"importId" ${JSON.stringify(importId)} of "${owner.node.path}" and importFrom ${JSON.stringify(imported.id)} of its resource name two ` +
      'objects: leave out one of them',
  ];
}

/** The object that a resource takes over at this moment; undefined if none. */
export const importOf = (resource: TerraformResource): { readonly id: string } | undefined =>
  (resource as unknown as { readonly _imported?: { readonly id: string } })._imported;

/** `fqn` of an object defined elsewhere: it exists already, so a dependency on it leaves nothing in the code. */
export const NOTHING_TO_WAIT_FOR = Lazy.stringValue({ produce: () => undefined }, { displayHint: 'defined elsewhere' });
