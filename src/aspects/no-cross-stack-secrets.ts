import { TerraformElement, TerraformOutput, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { isAddress, referenceOf } from '../private/code/outline';
import { isOurReference } from '../private/code/references';
import { constructsToCheck, pathOf, stacksIn } from '../private/code/tree';
import { variableOf } from '../private/code/variables';
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
 * anyone who may run the second stack can read the first (C5). A variable that is sensitive counts, too. What a local value, a module or
 * `terraform_data` holds is unknown, and reported. The findings appear in `app.synth()`, which prepares all stacks first.
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

/** Prefix of the id of CDKTF's cross-stack outputs; the address of the value follows. */
const CROSSING_OUTPUT = 'cross-stack-output-';

function examine(construct: IConstruct): ReturnType<Examine> {
  if (!TerraformOutput.isTerraformOutput(construct) || !construct.node.id.startsWith(CROSSING_OUTPUT)) return undefined;
  return () => {
    const stack = TerraformStack.of(construct);
    const { name, owner = construct } = secretIn(construct) ?? {};
    if (name === undefined || isSuppressed(owner, PolicyRule.NO_CROSS_STACK_SECRETS)) return [];
    const users = stacksIn(stack.node.root).filter((other) => other.dependsOn(stack));
    const others = users.map(({ node }) => `"${node.path}"`).join(', ');
    return [
      `${name} crosses from stack "${stack.node.path}" to ${others || 'another stack'}: it is in an output and ` +
        'in the state of both. Define both in one stack, or pass it by other means than Terraform',
    ];
  };
}

/** A secret, or what may be one: its description, in a sentence, and the construct that it belongs to. */
interface Secret {
  readonly name: string;
  readonly owner?: IConstruct | undefined;
}

/** Blocks that may hand on the values of others. */
const HANDS_ON = ['local', 'module', 'terraform_data'];

function secretIn(output: TerraformOutput): Secret | undefined {
  const stack = TerraformStack.of(output);
  const reference = referenceOf(output, output.value);
  if (!reference) return undefined;
  const variable = variableOf(reference);
  if (variable) {
    const { element, block } = variable;
    return block.sensitive === true ? { name: `sensitive variable "${element.node.path}"`, owner: element } : undefined;
  }
  const [kind = '', name = '', ...attribute] = reference.identifier.replace(/\[[^[\]]*\]/g, '').split('.');
  const owner = elementAt(stack, `${kind}.${name}`);
  if (HANDS_ON.includes(kind) || !(isAddress(reference.identifier) || isOurReference(reference)))
    return { name: `"${reference.identifier}", which is unknown at synthesis and may hold a secret,`, owner };
  const secret = secretAmong(SECRETS[kind], attribute);
  return secret !== undefined && owner ? { name: `"${secret}" of "${pathOf(owner)}"`, owner } : undefined;
}

/** The secret that an attribute is, or has in it; the whole of an object has all. */
function secretAmong(secrets: readonly string[] = [], attribute: readonly string[]): string | undefined {
  const path = attribute
    .filter((step) => step !== '*')
    .map((step) => `${step}.`)
    .join('');
  return secrets
    .find((secret) => `${secret}.`.startsWith(path))
    ?.split('.')
    .at(-1);
}

const elementAt = (stack: TerraformStack, address: string): TerraformElement | undefined =>
  constructsToCheck(stack)
    .filter(TerraformElement.isTerraformElement)
    .find((element) => `${typeIn(element)}.${element.friendlyUniqueId}` === address);

/** The kind or type before the name of an element in references, as CDKTF keeps it. */
const typeIn = (element: TerraformElement): string | undefined =>
  (element as unknown as { readonly _elementType?: string })._elementType;
