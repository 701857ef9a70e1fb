import { TerraformOutput, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { codeFor } from '../private/code/expressions';
import { type Origin, originsOf } from '../private/code/origins';
import { CROSSING_OUTPUT, usersElsewhere } from '../private/code/token-uses';
import { pathOf } from '../private/code/tree';
import { _PolicyAspect, type Examine, isSuppressed } from '../private/policies/policy-check';

/** Attributes that hold secrets, per type of resource. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  coffer_access_key: ['secret_access_key'],
  coffer_rotating_access_key: ['current.secret_access_key', 'previous.secret_access_key'],
  coffer_secret: ['value'],
  coffer_pull_secret: ['password', 'username'],
};

/**
 * Finds secrets that cross stacks: CDKTF puts them into an output of one stack and reads that stack's whole state in the other, so
 * anyone who may run the second stack can read the first (C5). A secret in a local value that crosses counts, too, and so does a
 * variable that is sensitive. The findings appear in `app.synth()`, which prepares all stacks first.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new NoCrossStackSecrets());
 */
export class NoCrossStackSecrets extends _PolicyAspect {
  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it to the stack that contains the secret.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    super(PolicyRule.NO_CROSS_STACK_SECRETS, options, examine);
  }
}

/** A secret in a cross-stack output. */
interface Secret {
  /** Its description, in a sentence. */
  readonly name: string;
  readonly owner: IConstruct;
  readonly via: readonly IConstruct[];
}

function examine(construct: IConstruct): ReturnType<Examine> {
  if (!TerraformOutput.isTerraformOutput(construct) || !construct.node.id.startsWith(CROSSING_OUTPUT)) return undefined;
  return () => {
    const stack = TerraformStack.of(construct);
    const origins = originsOf(stack, JSON.parse(codeFor(construct, construct.value)));
    const secrets = origins.flatMap((origin) => secretIn(stack, origin)).filter(isUnexcused);
    const users = usersElsewhere(construct, stack).map((user) => `"${pathOf(user)}"`);
    return secrets.map(({ name, via }) => {
      const way = via.length > 0 ? `, by way of ${via.map((each) => `"${pathOf(each)}"`).join(' and ')},` : '';
      return (
        `${name}${way} crosses from stack "${stack.node.path}" to ${users.join(', ') || 'another stack'}: it stands in an output and ` +
        'in the state of both. Define both in one stack, or hand it over outside Terraform'
      );
    });
  };
}

const isUnexcused = ({ owner, via }: Secret): boolean =>
  ![owner, ...via].some((construct) => isSuppressed(construct, PolicyRule.NO_CROSS_STACK_SECRETS));

function secretIn(stack: TerraformStack, { steps, isAlone, variable, via }: Origin): Secret[] {
  if (variable) {
    if ((variable.code as { readonly sensitive?: unknown }).sensitive !== true) return [];
    return [{ name: `sensitive variable "${variable.element.node.path}"`, owner: variable.element, via }];
  }
  const [type, name, ...rest] = steps;
  const attribute = rest.filter((step) => !step.startsWith('[')).join('.');
  // The whole of an object has all of its attributes.
  const within = attribute === '' ? '' : `${attribute}.`;
  const secret = within !== '' || isAlone ? SECRETS[type]?.find((each) => `${each}.`.startsWith(within)) : undefined;
  const owner = secret === undefined ? undefined : resourceAt(stack, type, name);
  return secret && owner ? [{ name: `"${secret.split('.').at(-1)}" of "${pathOf(owner)}"`, owner, via }] : [];
}

const resourceAt = (stack: TerraformStack, type: string, name: string): IConstruct | undefined =>
  stack.node
    .findAll()
    .filter(TerraformResource.isTerraformResource)
    .find(({ terraformResourceType, friendlyUniqueId }) => terraformResourceType === type && friendlyUniqueId === name);
