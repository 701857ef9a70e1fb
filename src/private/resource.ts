import type { ITerraformDependable, TerraformProvider, TerraformResource } from 'cdktf';
import { Lazy, TerraformStack, Token } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { ResourceProps } from '../resource-props';
import { notEmpty, type Problem, refuse } from './checks';
import { watchDependencies } from './dependency-warning';
import { codeFor } from './expressions';
import { runPoliciesAbove } from './policies-above';
import { checkProviders } from './provider-check';
import { checkPythonStrings } from './python-strings';
import { RESOURCE_ID } from './resource-id';
import { checkStackOf } from './stack-checks';
import { isInTree } from './tree';
import { requireUnique } from './unique';

/** Terraform's name of our provider without an alias. */
const PROVIDER = 'coffer';

/** What the low-level construct of every resource is given. */
interface CommonConfig {
  readonly projectId?: string;
  readonly provider?: TerraformProvider;
  readonly dependsOn?: ITerraformDependable[];
  readonly timeouts?: Readonly<Record<string, string>>;
}

/** What is outside the stack of a construct, and cannot be named in its code. */
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

/** First step of every constructor: checks the props all resources share with those of one, and reports every problem at once. */
export function checkProps(construct: IConstruct, props: ResourceProps, problems: readonly Problem[]): void {
  runPoliciesAbove(construct);
  checkStackOf(construct, checkProviders);
  checkStackOf(construct, checkPythonStrings);
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

/** The props of time limits alone, to be handed on. */
export const timeoutsOf = ({ createTimeout, readTimeout, updateTimeout, deleteTimeout }: ResourceProps) => ({
  createTimeout,
  readTimeout,
  updateTimeout,
  deleteTimeout,
});

/** The argument `timeouts`, where one of them is given. */
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

/** The low-level construct of one of ours; undefined for what is defined elsewhere. */
export function resourceOf(construct: IConstruct): Managed | undefined {
  return (construct.node.tryFindChild(RESOURCE_ID) ?? (construct as { resource?: IConstruct }).resource) as
    | Managed
    | undefined;
}

/** Address of the provider that manages a construct of ours, such as `coffer.eu`; undefined for what is defined elsewhere. */
export function providerOf(construct: IConstruct): string | undefined {
  const resource = resourceOf(construct);
  return resource && (resource.provider?.fqn ?? PROVIDER);
}

/** Where a resource is managed, as far as it is known at synthesis. */
export interface Home {
  readonly baseUrl: string | undefined;
  readonly projectId: string | undefined;
}

/** The service and the project in which a construct of ours is managed; tokens and what the environment says are not known. */
export function homeOf(construct: IConstruct): Home {
  const resource = resourceOf(construct);
  const provider = resource && (resource.provider ?? defaultProviderOf(construct));
  const known = (text: string | undefined) => (Token.isUnresolved(text) ? undefined : text);
  const { baseUrlInput, projectIdInput } = (provider ?? {}) as Managed & { readonly baseUrlInput?: string };
  return { baseUrl: known(baseUrlInput), projectId: known(resource?.projectIdInput ?? projectIdInput) };
}

/**
 * The service and the project in which a construct of ours is managed, as text to compare within its stack: what is not known at synthesis
 * is the same if it is written the same, or left to the environment in both. A token without a project stands for its project.
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

/** Found by a walk over the whole stack, so once per stack. */
const defaultProviders = new WeakMap<TerraformStack, TerraformProvider>();

function defaultProviderOf(construct: IConstruct): TerraformProvider | undefined {
  const stack = TerraformStack.of(construct);
  const isDefault = ({ terraformResourceType: type, alias }: TerraformProvider) => type === PROVIDER && !alias;
  const known = defaultProviders.get(stack);
  const provider = known && isInTree(known) ? known : stack.allProviders().find(isDefault);
  if (provider) defaultProviders.set(stack, provider);
  return provider;
}

/** `fqn` of what is defined elsewhere: it is there already, so depending on it leaves nothing behind. */
export const NOTHING_TO_WAIT_FOR = Lazy.stringValue({ produce: () => undefined }, { displayHint: 'defined elsewhere' });
