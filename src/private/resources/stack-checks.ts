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
import { pathOf } from '../code/tree';

/** Stacks already checked: one may be synthesized more than once, for example in tests. */
const warned = new WeakSet<IConstruct>();

/**
 * Warns of a stack that CDKTF gives no backend, because it takes that of a stack inside it for its own: its state would be in the folder of the
 * synthesized code, which people delete. What a reference to such a stack reads is Terraform's to report.
 */
export function warnOfNestedStacks(_constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const owners = stack.node.findAll().filter(TerraformBackend.isBackend).map(TerraformStack.of);
  const [inner] = owners;
  if (!inner || owners.includes(stack) || warned.has(stack)) return [];
  warned.add(stack);
  Annotations.of(stack).addWarning(
    `stack "${stack.node.path}" holds stack "${inner.node.path}", whose backend the frameworks take for that of both, so its own state is in the ` +
      'folder of the synthesized code: define the stacks beside each other, or give the outer one a backend of its own',
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

/**
 * Checks that a Coffer provider without an alias exists if there is one with an alias, and an element names none: Terraform would take one that the
 * environment configures. Without any provider, CDKTF and Terraform's init report it.
 */
export function checkProviders(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const providers = constructs.filter(isCofferProvider);
  // The program may also have written the block itself, as an override.
  const written = at(['provider', 'coffer'], rawOverridesOf(stack));
  if (providers.length === 0 || providers.some((provider) => aliasOf(provider) === '') || written !== undefined)
    return [];
  const users = constructs.filter(usesDefault).map((construct) => `"${pathOf(construct)}"`);
  if (users.length === 0) return [];
  const named = users.slice(0, NAMED).join(', ') + (users.length > NAMED ? ` and ${users.length - NAMED} more` : '');
  const there = providers.map((provider) => `"${provider.node.path}" (alias ${JSON.stringify(aliasOf(provider))})`);
  return [
    `${named} of stack "${stack.node.path}" would use a CofferProvider without an alias, but there is only ${there.join(', ')}: ` +
      `pass it as "provider", or add new CofferProvider(stack, 'coffer')`,
  ];
}

/** The alias of a provider; an override wins. */
const aliasOf = (provider: TerraformProvider): string => String(rawOverridesOf(provider).alias ?? provider.alias ?? '');

const usesDefault = (construct: IConstruct): boolean =>
  TerraformElement.isTerraformElement(construct) &&
  isOurs(typeOf(construct)) &&
  (construct as { readonly provider?: TerraformProvider }).provider === undefined &&
  rawOverridesOf(construct).provider === undefined;
