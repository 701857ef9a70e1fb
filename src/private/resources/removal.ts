import type { IResolvable, TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { RemovalPolicy } from '../../removal-policy';
import { type Attributes, attributesOf, providerAttributesOf } from '../code/attributes';
import { type Placed, providerBlockOf } from '../identities/places';
import { known, type Problem, refuse } from '../props/checks';

interface Guards {
  readonly removalPolicy?: RemovalPolicy;
  readonly deletionProtection?: boolean | IResolvable;
}

/** The guard of the object of a construct, from its props or applied later, and as it is in the code in the end. */
export class Removal {
  readonly #owner: IConstruct;
  readonly #resource: TerraformResource;
  readonly #kind: string;
  readonly #policies = new Set<RemovalPolicy>();
  readonly #isProtected: boolean;

  /** @param kind kind of the construct, for messages */
  constructor(owner: IConstruct, resource: TerraformResource, kind: string, props: Guards) {
    this.#owner = owner;
    this.#resource = resource;
    this.#kind = kind;
    this.#isProtected = props.deletionProtection === true;
    if (props.removalPolicy !== undefined) this.apply(props.removalPolicy);
    owner.node.addValidation({ validate: () => this.#conflicts() });
  }

  /** Sets the policy; one that contradicts an earlier one is an error at synthesis. */
  apply(policy: RemovalPolicy): void {
    refuse(this.#owner, [keepsItsPromise(policy, this.#kind)]);
    this.#policies.add(policy);
    // An override, since a lifecycle that is set later would drop it.
    if (policy === RemovalPolicy.PROTECT) this.#resource.addOverride('lifecycle.prevent_destroy', true);
  }

  #conflicts(): string[] {
    const [policy, ...others] = this.#policies;
    if (policy === undefined && !this.#isProtected) return [];
    const attributes = attributesOf(this.#resource, this.#resource.terraformResourceType);
    // One that is moved to another is not in the code.
    if (!attributes) return [];
    const problems: string[] = [];
    if (others.length > 0) problems.push('has two removal policies, "destroy" and "protect": give it one');
    else if (policy === RemovalPolicy.DESTROY) problems.push(...this.#protectedAnyway(attributes));
    else if (policy === RemovalPolicy.PROTECT && !preventsDestroy(attributes))
      problems.push(
        'has the removal policy "protect", but an override of its lifecycle takes "prevent_destroy" away: remove one of them',
      );
    if (this.#isProtected && isTakenAway(attributes))
      problems.push('has "deletionProtection", but its resource is changed to have none: remove one of them');
    return problems.map((problem) => `${this.#kind} "${this.#owner.node.path}" ${problem}`);
  }

  /** Finds what refuses to destroy an object that the policy lets Terraform destroy. */
  #protectedAnyway(attributes: Attributes): string[] {
    const { deletion_protection: own } = attributes;
    const isOwn = own !== undefined && own !== null;
    const provider = isOwn ? undefined : providerBlockOf(this.#resource as TerraformResource & Placed);
    const guards: string[] = [];
    if (own === true) guards.push('"deletionProtection" refuses to destroy it: leave out one of them');
    if (provider && providerAttributesOf(provider)?.deletion_protection === true)
      guards.push(
        `"deletionProtection" of provider "${provider.node.path}" refuses to destroy it: set its own "deletionProtection" to false, or ` +
          'leave out the policy',
      );
    if (preventsDestroy(attributes)) guards.push('its lifecycle has "prevent_destroy": leave out one of them');
    return guards.map((guard) => `has the removal policy "destroy", and ${guard}`);
  }
}

const preventsDestroy = ({ lifecycle }: Attributes): boolean =>
  (lifecycle as { prevent_destroy?: unknown } | undefined)?.prevent_destroy === true;

/** Whether the arguments of a resource or a provider are without deletion protection. What a token says is not known. */
export const isTakenAway = ({ deletion_protection: value }: Attributes): boolean =>
  value === undefined || value === null || value === false;

/** Refuses what is no policy, and one that cannot do what its name says. */
export function keepsItsPromise(policy: RemovalPolicy | undefined, kind: string): Problem {
  if (policy !== RemovalPolicy.RETAIN) return known('removalPolicy', policy, RemovalPolicy);
  return (
    '"removalPolicy" RETAIN cannot retain anything once the construct is gone from the code: use RemovalPolicy.PROTECT, and replace ' +
    `the construct by a Retained${kind} of the same id to let go of what is to stay at the service`
  );
}
