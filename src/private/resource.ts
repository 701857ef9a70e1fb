import type { ITerraformDependable, TerraformProvider, TerraformResource } from 'cdktf';
import { Lazy, TerraformStack, Token } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { ResourceProps } from '../resource-props';
import { notEmpty, type Problem, refuse } from './checks';
import { watchDependencies } from './dependency-warning';
import { codeFor } from './expressions';
import { warnOfNestedStacks } from './nested-stacks';
import { runPoliciesAbove } from './policies-above';
import { checkProviders } from './provider-check';
import { checkPythonStrings } from './python-strings';
import { RESOURCE_ID } from './resource-id';
import { checkStackOf } from './stack-checks';
import { isInTree } from './tree';
import { requireUnique } from './unique';

/** Address of our provider without an alias in Terraform. */
const PROVIDER = 'coffer';

/** Configuration that the low-level constructs of all resources share. */
interface CommonConfig {
  readonly projectId?: string;
  readonly provider?: TerraformProvider;
  readonly dependsOn?: ITerraformDependable[];
  readonly timeouts?: Readonly<Record<string, string>>;
}

/** Finds props that refer outside the stack of a construct, which its code cannot do. */
function foreign(construct: IConstruct, { provider, dependsOn = [] }: ResourceProps): Problem[] {
  const stack = TerraformStack.of(construct);
  const isForeign = (other: IConstruct) => TerraformStack.of(other) !== stack;
  return [
    provider && isForeign(provider)
      ? `"provider" must be of stack "${stack.node.path}", got "${provider.node.path}": define a CofferProvider in every stack`
      : undefined,
    ...dependsOn.map((other) =>
      Construct.isConstruct(other) && other.fqn !== NOTHING_TO_WAIT_FOR && isForeign(other)
        ? `"dependsOn" cannot name "${other.node.path}", which is in another stack: use "addDependency" of the stack instead`
        : undefined,
    ),
  ];
}

/** First step of every constructor: checks the shared props, adds the problems of the resource's own props, and reports all at once. */
export function checkProps(construct: IConstruct, props: ResourceProps, problems: readonly Problem[]): void {
  runPoliciesAbove(construct);
  checkStackOf(construct, checkProviders);
  checkStackOf(construct, checkPythonStrings);
  checkStackOf(construct, warnOfNestedStacks);
  const type = props.provider?.terraformResourceType;
  refuse(construct, [
    ...problems,
    notEmpty('projectId', props.projectId),
    notEmpty('importId', props.importId),
    ...foreign(construct, props),
    type === undefined || type === PROVIDER
      ? undefined
      : `"provider" must be a CofferProvider, got a provider of type "${type}"`,
  ]);
}

/** The part of a low-level construct's configuration that follows from the shared props. */
export function commonConfig(props: ResourceProps): CommonConfig {
  return {
    ...(props.projectId !== undefined && { projectId: props.projectId }),
    ...(props.provider && { provider: props.provider }),
    ...(props.dependsOn && { dependsOn: props.dependsOn }),
    ...timeoutsIn(timeoutsOf(props)),
  };
}

/** The time limits alone, to pass on. */
export const timeoutsOf = ({ createTimeout, readTimeout, updateTimeout, deleteTimeout }: ResourceProps) => ({
  createTimeout,
  readTimeout,
  updateTimeout,
  deleteTimeout,
});

/** The argument `timeouts`, if there is at least one time limit. */
function timeoutsIn(props: ReturnType<typeof timeoutsOf>): Pick<CommonConfig, 'timeouts'> {
  const given = Object.entries(props).flatMap(([name, limit]) =>
    limit === undefined ? [] : [[name.replace('Timeout', ''), limit.toString()] as const],
  );
  return given.length > 0 ? { timeouts: Object.fromEntries(given) } : {};
}

/** Last step of every resource's constructor. */
export function finish(resource: TerraformResource, props: ResourceProps): void {
  const { importId, provider } = props;
  if (importId !== undefined) {
    resource.importFrom(importId, provider);
    const owner = resource.node.scope ?? resource;
    owner.node.addValidation({ validate: () => importedTwice(owner, resource, importId) });
    requireUnique(
      owner,
      () => (Token.isUnresolved(importId) ? undefined : `import ${resource.terraformResourceType} ${importId}`),
      (first) =>
        `"importId" ${JSON.stringify(importId)} of "${owner.node.path}" is taken over by "${first}" already: ` +
        'two constructs cannot manage one object',
    );
  }
  watchDependencies(resource);
}

/** Reports an `importFrom` of the low-level construct that the prop contradicts; the later one would win silently (C8). */
function importedTwice(owner: IConstruct, resource: TerraformResource, importId: string): string[] {
  const imported = (resource as unknown as { readonly _imported?: { readonly id: string } })._imported;
  if (!imported || imported.id === importId) return [];
  return [
    `"importId" ${JSON.stringify(importId)} of "${owner.node.path}" and importFrom ${JSON.stringify(imported.id)} of its resource name two ` +
      'objects: leave out one of them',
  ];
}

/** The low-level construct of one of our constructs; undefined for an object defined elsewhere. */
export function resourceOf(construct: IConstruct): Managed | undefined {
  return (construct.node.tryFindChild(RESOURCE_ID) ?? (construct as { resource?: IConstruct }).resource) as
    | Managed
    | undefined;
}

/** Address of the provider that manages one of our constructs, such as `coffer.eu`; undefined for an object defined elsewhere. */
export function providerOf(construct: IConstruct): string | undefined {
  const resource = resourceOf(construct);
  return resource && (resource.provider?.fqn ?? PROVIDER);
}

/** Where a resource is managed, as far as known at synthesis. */
export interface Home {
  readonly baseUrl: string | undefined;
  readonly projectId: string | undefined;
}

/** The service and the project in which one of our constructs is managed; values from tokens and from the environment are unknown. */
export function homeOf(construct: IConstruct): Home {
  const resource = resourceOf(construct);
  const provider = resource && (resource.provider ?? defaultProviderOf(construct));
  const known = (text: string | undefined) => (Token.isUnresolved(text) ? undefined : text);
  const { baseUrlInput, projectIdInput } = (provider ?? {}) as Managed & { readonly baseUrlInput?: string };
  return { baseUrl: known(baseUrlInput), projectId: known(resource?.projectIdInput ?? projectIdInput) };
}

/**
 * The service and the project in which one of our constructs is managed, as text to compare within its stack. Values unknown at
 * synthesis are the same if they are written the same, or left to the environment in both. A token without a project represents its
 * project.
 */
export function placeOf(construct: IConstruct): string {
  const resource = resourceOf(construct);
  const provider = (resource?.provider ?? defaultProviderOf(construct)) as unknown as ProviderInputs | undefined;
  const { base_url, project_id, token } = { ...inputsOf(provider), ...provider?.rawOverrides };
  const text = (value: unknown) => (Token.isUnresolved(value) ? codeFor(construct, value) : String(value ?? ''));
  const projectId = resource?.projectIdInput ?? project_id;
  return `${text(base_url)} ${projectId === undefined ? `token ${text(token)}` : `project ${text(projectId)}`}`;
}

const inputsOf = ({
  baseUrlInput,
  projectIdInput,
  tokenInput,
}: ProviderInputs = {}): Readonly<Record<string, unknown>> => ({
  base_url: baseUrlInput,
  project_id: projectIdInput,
  token: tokenInput,
});

interface ProviderInputs {
  readonly baseUrlInput?: string;
  readonly projectIdInput?: string;
  readonly tokenInput?: string;
  readonly rawOverrides?: Readonly<Record<string, unknown>>;
}

type Managed = TerraformResource & { readonly projectIdInput?: string };

/** Cached per stack, since finding one walks the whole stack. */
const defaultProviders = new WeakMap<TerraformStack, TerraformProvider>();

function defaultProviderOf(construct: IConstruct): TerraformProvider | undefined {
  const stack = TerraformStack.of(construct);
  const isDefault = ({ terraformResourceType: type, alias }: TerraformProvider) => type === PROVIDER && !alias;
  const known = defaultProviders.get(stack);
  const provider = known && isInTree(known) ? known : stack.allProviders().find(isDefault);
  if (provider) defaultProviders.set(stack, provider);
  return provider;
}

/** `fqn` of an object defined elsewhere: it exists already, so a dependency on it leaves nothing in the code. */
export const NOTHING_TO_WAIT_FOR = Lazy.stringValue({ produce: () => undefined }, { displayHint: 'defined elsewhere' });
