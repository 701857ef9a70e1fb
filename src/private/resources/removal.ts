import type { IResolvable, TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { RemovalPolicy } from '../../enums/removal-policy';
import { type Attributes, attributesOf } from '../code/attributes';
import { known, type Problem, refuse } from '../props/checks';

interface Guards {
  readonly removalPolicy?: RemovalPolicy;
  readonly deletionProtection?: boolean | IResolvable;
}

/** The guards of the object of a construct, from its props or applied later, and as they are in the code in the end. */
export class Removal {
  readonly #owner: IConstruct;
  readonly #resource: TerraformResource;
  readonly #kind: string;
  readonly #isGuarded: boolean;
  /** Whether the policy of the program is to protect the object. */
  #isKept = false;

  /** @param kind kind of the construct, for messages */
  constructor(owner: IConstruct, resource: TerraformResource, kind: string, props: Guards) {
    this.#owner = owner;
    this.#resource = resource;
    this.#kind = kind;
    this.#isGuarded = props.deletionProtection === true;
    if (props.removalPolicy !== undefined) this.apply(props.removalPolicy);
    owner.node.addValidation({ validate: () => this.#lost() });
  }

  /** Sets the policy. One that protects stays, whatever else is set; Terraform's plan says so when it refuses to destroy the object. */
  apply(policy: RemovalPolicy): void {
    refuse(this.#owner, [keepsItsPromise(policy, this.#kind)]);
    if (policy !== RemovalPolicy.PROTECT) return;
    this.#isKept = true;
    // An override, since a lifecycle that is set later would drop it.
    this.#resource.addOverride('lifecycle.prevent_destroy', true);
  }

  /** Finds guards that the code of the resource has not: nothing else would tell before the object is lost. */
  #lost(): string[] {
    if (!this.#isKept && !this.#isGuarded) return [];
    const attributes = attributesOf(this.#resource, this.#resource.terraformResourceType);
    // One that is moved to another is not in the code.
    if (!attributes) return [];
    const problems: string[] = [];
    if (this.#isKept && !preventsDestroy(attributes))
      problems.push(
        'has the removal policy "protect", but an override of its lifecycle takes "prevent_destroy" away: remove one of them',
      );
    if (this.#isGuarded && isTakenAway(attributes))
      problems.push('has "deletionProtection", but its resource is changed to have none: remove one of them');
    return problems.map((problem) => `${this.#kind} "${this.#owner.node.path}" ${problem}`);
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
    '"removalPolicy" RETAIN has no effect once the construct is removed from the code: use RemovalPolicy.PROTECT. To stop managing an object ' +
    `that stays at the service, replace the construct with a Retained${kind} of the same id`
  );
}
