import type { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { RemovalPolicy } from '../removal-policy';
import { attributesOf } from './attributes';
import { type Problem, refuse } from './checks';

/** The removal policy of a construct, from its props or applied later. */
export class Removal {
  readonly #owner: IConstruct;
  readonly #resource: TerraformResource;
  readonly #kind: string;
  readonly #policies = new Set<RemovalPolicy>();

  /**
   * @param owner the construct
   * @param resource its low-level construct
   * @param kind kind of the construct, for messages
   * @param policy policy in its props
   */
  constructor(owner: IConstruct, resource: TerraformResource, kind: string, policy: RemovalPolicy | undefined) {
    this.#owner = owner;
    this.#resource = resource;
    this.#kind = kind;
    if (policy !== undefined) this.apply(policy);
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
    const name = `${this.#kind} "${this.#owner.node.path}"`;
    if (this.#policies.size > 1) return [`${name} has two removal policies, "destroy" and "protect": give it one`];
    const { lifecycle, deletion_protection: isProtected } =
      attributesOf(this.#resource, this.#resource.terraformResourceType) ?? {};
    if (this.#policies.has(RemovalPolicy.DESTROY) && isProtected === true) {
      return [
        `${name} has the removal policy "destroy", and "deletionProtection" refuses to destroy it: leave out one of them`,
      ];
    }
    if (!this.#policies.has(RemovalPolicy.PROTECT)) return [];
    if ((lifecycle as { prevent_destroy?: unknown } | undefined)?.prevent_destroy === true) return [];
    return [
      `${name} has the removal policy "protect", but an override of its lifecycle takes "prevent_destroy" away: remove one of them`,
    ];
  }
}

/** Refuses a policy that cannot do what its name says. */
export function keepsItsPromise(policy: RemovalPolicy | undefined, kind: string): Problem {
  if (policy !== RemovalPolicy.RETAIN) return undefined;
  return (
    '"removalPolicy" RETAIN cannot retain anything once the construct is gone from the code: use RemovalPolicy.PROTECT, and replace ' +
    `the construct by a Retained${kind} of the same id to let go of what is to stay at the service`
  );
}
