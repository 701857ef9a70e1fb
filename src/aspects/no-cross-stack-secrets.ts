import { type IAspect, TerraformOutput, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { usersOf } from '../private/crossings';
import { PolicyCheck } from '../private/policy-check';
import { pathOf } from '../private/resource-id';

/** Id of an output through which CDKTF refers from one stack to another. */
const CROSSING =
  /^cross-stack-output-(coffer_\w+\.[\w-]+)\.(?:current\.|previous\.)?(secret_access_key|value|password|username)\b/;

/**
 * Finds secrets that cross stacks: CDKTF puts them into an output of one stack and reads that stack's whole state in the other, so
 * anyone who may run the second stack can read the first (C5). The findings appear in `app.synth()`, which prepares all stacks
 * first.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new NoCrossStackSecrets());
 */
export class NoCrossStackSecrets implements IAspect {
  readonly #check: PolicyCheck;

  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it to the stack that contains the secret.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    this.#check = new PolicyCheck(this, PolicyRule.NO_CROSS_STACK_SECRETS, options.warnOnly, examine, ownerOf);
  }

  /** Called by the synthesis for every construct. */
  public visit(node: IConstruct): void {
    this.#check.visit(node);
  }
}

/** The secret in a cross-stack output; undefined for any other construct and for an output without a secret. */
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

/** The resource that the secret in an output belongs to. */
function ownerOf(output: IConstruct): IConstruct {
  const address = crossingIn(output)?.address;
  const owner = TerraformStack.of(output)
    .node.findAll()
    .filter(TerraformResource.isTerraformResource)
    .find(({ terraformResourceType, friendlyUniqueId }) => `${terraformResourceType}.${friendlyUniqueId}` === address);
  return owner ?? output;
}
