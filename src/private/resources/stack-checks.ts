import {
  Annotations,
  TerraformBackend,
  TerraformElement,
  type TerraformProvider,
  TerraformResource,
  TerraformStack,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { at, isCofferProvider, isOurs, rawOverridesOf, typeOf } from '../code/attributes';
import { isCrossing } from '../code/crossings';
import { isBlock } from '../code/references';
import { pathOf } from '../code/tree';

/** Stacks already checked: one may be synthesized more than once, for example in tests. */
const warned = new WeakSet<IConstruct>();

/**
 * Warns of a stack that takes the backend of a stack inside it for its own: CDKTF looks for the first one below a stack. References to the outer
 * stack then read the state of the inner one. An outer stack without a backend of its own keeps its state in the synthesized folder.
 */
export function warnOfNestedStacks(_constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const backends = stack.node.findAll().filter(TerraformBackend.isBackend);
  const [first] = backends;
  const inner = first && TerraformStack.of(first);
  if (!inner || inner === stack || warned.has(stack)) return [];
  const hasItsOwn = backends.some((backend) => TerraformStack.of(backend) === stack);
  if (hasItsOwn && !stack.node.children.some(isCrossing)) return [];
  warned.add(stack);
  const [outerPath, innerPath] = [stack, inner].map(({ node }) => `"${node.path}"`);
  Annotations.of(stack).addWarning(
    `stack ${outerPath} holds stack ${innerPath}, so the frameworks take the backend of ${innerPath} for that of both, and references to ` +
      `${outerPath} read a wrong state: define the stacks beside each other, or give ${outerPath} a backend of its own before ${innerPath}`,
  );
  return [];
}

/** Warns at synthesis about `node.addDependency` with one of our constructs (C6): CDKTF leaves it out of the code, so the order silently fails. */
export function warnOfDependencies(constructs: readonly IConstruct[]): string[] {
  for (const construct of constructs) {
    for (const dependency of construct.node.dependencies) {
      if (!hasResourceOfOurs(construct) && !hasResourceOfOurs(dependency)) continue;
      Annotations.of(construct).addWarning(
        `node.addDependency has no effect in CDKTF: "${construct.node.path}" will not wait for "${dependency.node.path}". ` +
          adviceFor(construct, dependency),
      );
    }
  }
  return [];
}

/** Advice by case: a stack can only wait for a whole other stack, and has no prop for that. */
function adviceFor(construct: IConstruct, dependency: IConstruct): string {
  const [stack, other] = [TerraformStack.of(construct), TerraformStack.of(dependency)];
  if (stack !== other) return `Call addDependency of stack "${stack.node.path}" with stack "${other.node.path}".`;
  return 'Pass "dependsOn" in the props of the construct that has to wait.';
}

const hasResourceOfOurs = ({ node }: IConstruct): boolean =>
  node
    .findAll()
    .filter(TerraformResource.isTerraformResource)
    .some(({ terraformGeneratorMetadata: origin }) => origin?.providerName === 'coffer');

/** Maximum number of constructs that a message names. */
const NAMED = 5;

/** Checks that a Coffer provider without an alias exists if an element names no provider: Terraform would take one of the environment. */
export function checkProviders(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const providers = constructs.filter(isCofferProvider);
  return missingDefault(constructs, providers, stack);
}

/** The alias of a provider; an override wins. */
const aliasOf = (provider: TerraformProvider): string => String(rawOverridesOf(provider).alias ?? provider.alias ?? '');

function missingDefault(
  constructs: readonly IConstruct[],
  providers: readonly TerraformProvider[],
  stack: TerraformStack,
): string[] {
  // The program may also have written the block itself, as an override.
  const written = at(['provider', 'coffer'], rawOverridesOf(stack));
  if (providers.some((provider) => aliasOf(provider) === '') || written !== undefined) return [];
  // Without any provider, CDKTF itself reports every user except those it does not know: ephemeral blocks.
  const users = constructs
    .filter((construct) => usesDefault(construct) && (providers.length > 0 || !isBlock(construct)))
    .map((construct) => `"${pathOf(construct)}"`);
  if (users.length === 0) return [];
  const named = users.slice(0, NAMED).join(', ') + (users.length > NAMED ? ` and ${users.length - NAMED} more` : '');
  const there = providers.map((provider) => `"${provider.node.path}" (alias ${JSON.stringify(aliasOf(provider))})`);
  return [
    there.length === 0
      ? `stack "${stack.node.path}" has no CofferProvider for ${named}: add new CofferProvider(stack, 'coffer')`
      : `${named} of stack "${stack.node.path}" would use a CofferProvider without an alias, but there is only ${there.join(', ')}: ` +
        `pass it as "provider", or add new CofferProvider(stack, 'coffer')`,
  ];
}

const usesDefault = (construct: IConstruct): boolean =>
  TerraformElement.isTerraformElement(construct) &&
  isOurs(typeOf(construct)) &&
  (construct as { readonly provider?: TerraformProvider }).provider === undefined &&
  rawOverridesOf(construct).provider === undefined;
