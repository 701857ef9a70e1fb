import { type TerraformElement, TerraformOutput, TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { CROSSING_OUTPUT, usersElsewhere } from '../private/code/crossings';
import { declarationOf, sourcesOf } from '../private/code/sources';
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

/** A secret in a cross-stack output, or what may be one. */
interface Secret {
  /** Its description, in a sentence. */
  readonly name: string;
  /** The constructs at which the rule may be suppressed. */
  readonly owners: readonly IConstruct[];
}

function examine(construct: IConstruct): ReturnType<Examine> {
  if (!TerraformOutput.isTerraformOutput(construct) || !construct.node.id.startsWith(CROSSING_OUTPUT)) return undefined;
  return () => {
    const stack = TerraformStack.of(construct);
    const secrets = secretsIn(construct, construct.value).filter(isUnexcused);
    const users = usersElsewhere(construct, stack).map((user) => `"${pathOf(user)}"`);
    return secrets.map(
      ({ name }) =>
        `${name} crosses from stack "${stack.node.path}" to ${users.join(', ') || 'another stack'}: it stands in an output and ` +
        'in the state of both. Define both in one stack, or hand it over outside Terraform',
    );
  };
}

const isUnexcused = ({ owners }: Secret): boolean =>
  !owners.some((construct) => isSuppressed(construct, PolicyRule.NO_CROSS_STACK_SECRETS));

/** The secrets in a value of an element, also by way of local values. */
function secretsIn(element: TerraformElement, value: unknown): Secret[] {
  const stack = TerraformStack.of(element);
  const { references, functions, locals } = sourcesOf(element, value);
  const isAlone = references.length === 1 && functions.length === 0;
  const way = locals.length > 0 ? `, by way of ${locals.map((each) => `"${pathOf(each)}"`).join(' and ')},` : '';
  return references.flatMap((reference): Secret[] => {
    const [kind = '', name = '', ...attribute] = reference.split('.');
    const { element: declared, variable } = declarationOf(stack, reference) ?? {};
    if (declared) {
      if (variable?.sensitive !== true) return [];
      return [{ name: `sensitive variable "${declared.node.path}"${way}`, owners: [declared, ...locals] }];
    }
    const owner = resourceAt(stack, kind, name);
    if (kind === 'terraform_data' || kind === 'module')
      return [
        {
          name: `"${reference}"${way}, which may hold a secret,`,
          owners: owner ? [owner, ...locals] : [element, ...locals],
        },
      ];
    const secret = attribute.length > 0 || isAlone ? secretAmong(SECRETS[kind], attribute) : undefined;
    return secret !== undefined && owner
      ? [{ name: `"${secret}" of "${pathOf(owner)}"${way}`, owners: [owner, ...locals] }]
      : [];
  });
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

const resourceAt = (stack: TerraformStack, type: string, name: string): IConstruct | undefined =>
  stack.node
    .findAll()
    .filter(TerraformResource.isTerraformResource)
    .find(({ terraformResourceType, friendlyUniqueId }) => terraformResourceType === type && friendlyUniqueId === name);
