import type { ITerraformDependable, TerraformProvider, TerraformResource, TerraformResourceLifecycle } from 'cdktf';
import { Lazy, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { RemovalPolicy } from '../removal-policy';
import type { ResourceProps } from '../resource-props';
import { notEmpty, type Problem, refuse } from './checks';
import { warnOfDependencies } from './dependency-warning';

/** Terraform's name of our provider without an alias. */
const PROVIDER = 'coffer';

/** Id of the low-level construct inside ours; part of the contract, since logical ids follow from it. */
export const RESOURCE_ID = 'Resource';

/** What the low-level construct of every resource is given. */
interface CommonConfig {
  readonly projectId?: string;
  readonly provider?: TerraformProvider;
  readonly dependsOn?: ITerraformDependable[];
  readonly lifecycle?: TerraformResourceLifecycle;
}

/** Checks the props all resources share together with those of one, and reports every problem at once. */
export function checkProps(construct: IConstruct, props: ResourceProps, problems: readonly Problem[]): void {
  const type = props.provider?.terraformResourceType;
  refuse(construct, [
    ...problems,
    notEmpty('projectId', props.projectId),
    notEmpty('importId', props.importId),
    type === undefined || type === PROVIDER
      ? undefined
      : `"provider" must be a CofferProvider, got a provider of type "${type}"`,
  ]);
}

/** The part of a low-level construct's configuration that follows from the shared props. */
export function commonConfig(props: ResourceProps, lifecycle?: TerraformResourceLifecycle): CommonConfig {
  return {
    ...(props.projectId !== undefined && { projectId: props.projectId }),
    ...(props.provider && { provider: props.provider }),
    ...(props.dependsOn && { dependsOn: props.dependsOn }),
    ...(lifecycle && { lifecycle }),
  };
}

/** Terraform's words for a removal policy. */
export function lifecycleOf(policy: RemovalPolicy | undefined): TerraformResourceLifecycle | undefined {
  return policy === RemovalPolicy.RETAIN ? { preventDestroy: true } : undefined;
}

/** Last step of every resource's constructor. */
export function finish(resource: TerraformResource, props: ResourceProps): void {
  if (props.importId !== undefined) resource.importFrom(props.importId, props.provider);
  warnOfDependencies(resource);
}

/** Address of the provider that manages a construct of ours, such as `coffer.eu`; undefined for what is defined elsewhere. */
export function providerOf(construct: IConstruct): string | undefined {
  const resource = construct.node.tryFindChild(RESOURCE_ID) as TerraformResource | undefined;
  return resource && (resource.provider?.fqn ?? PROVIDER);
}

/** `fqn` of what is defined elsewhere: it is there already, so depending on it leaves nothing behind. */
export const NOTHING_TO_WAIT_FOR = Lazy.stringValue({ produce: () => undefined }, { displayHint: 'defined elsewhere' });

/** Two objects are one if their ids are known and equal; else every construct is an object of its own. */
export function identityOf(construct: IConstruct, id: string): string {
  return Token.isUnresolved(id) ? construct.node.path : `id:${id}`;
}
