import { type IAspect, TerraformOutput, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { usersOf } from '../private/crossings';
import { PolicyCheck } from '../private/policy-check';
import { pathOf } from '../private/resource-id';

/** How CDKTF names the outputs through which one stack refers to another. */
const CROSSING =
  /^cross-stack-output-(coffer_\w+\.[\w-]+)\.(?:current\.|previous\.)?(secret_access_key|value|password|username)\b/;

/**
 * Finds secrets that cross stacks: CDKTF puts them into an output of one stack and reads its whole state in the other, so whoever
 * may run the second can read the first (C5). Found by `app.synth()`, which prepares all stacks first.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new NoCrossStackSecrets());
 */
export class NoCrossStackSecrets implements IAspect {
  readonly #check: PolicyCheck;

  /**
   * Makes the rule; `Aspects.of(stack).add(…)` applies it to the stack in which the secret is.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    this.#check = new PolicyCheck(this, PolicyRule.NO_CROSS_STACK_SECRETS, options.warnOnly, examine, ownerOf);
  }

  /** Called by the synthesis for every construct. */
  public visit(construct: IConstruct): void {
    this.#check.visit(construct);
  }
}

/** What an output through which stacks refer to each other holds; undefined for any other construct, and for what is no secret. */
function crossingIn(construct: IConstruct): { readonly address: string; readonly attribute: string } | undefined {
  if (!TerraformOutput.isTerraformOutput(construct)) return undefined;
  const [, address, attribute] = CROSSING.exec(construct.node.id) ?? [];
  return address !== undefined && attribute !== undefined ? { address, attribute } : undefined;
}

function examine(construct: IConstruct): readonly string[] | undefined {
  const crossing = crossingIn(construct);
  if (!crossing) return undefined;
  const stack = TerraformStack.of(construct);
  const users = usersOf(construct as TerraformOutput, stack).map((user) => `"${pathOf(user)}"`);
  return [
    `"${crossing.attribute}" of "${pathOf(ownerOf(construct))}" crosses from stack "${stack.node.path}" to ` +
      `${users.join(', ') || 'another stack'}: it stands in an output and in the state of both. ` +
      'Define both in one stack, or hand it over outside Terraform',
  ];
}

/** The resource whose secret an output holds. */
function ownerOf(output: IConstruct): IConstruct {
  const address = crossingIn(output)?.address;
  const owner = TerraformStack.of(output)
    .node.findAll()
    .filter(TerraformResource.isTerraformResource)
    .find(({ terraformResourceType, friendlyUniqueId }) => `${terraformResourceType}.${friendlyUniqueId}` === address);
  return owner ?? output;
}
