import { TerraformElement, type TerraformProvider, type TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { at, isCofferProvider, isOurs, rawOverridesOf, typeOf } from '../code/attributes';
import { isBlock } from '../code/references';
import { pathOf } from '../code/tree';

/** Maximum number of constructs that a message names. */
const NAMED = 5;

/** Checks that every Coffer provider has a different alias, and that one without an alias exists if an element names no provider. */
export function checkProviders(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const providers = constructs.filter(isCofferProvider);
  return [...sameAlias(providers), ...missingDefault(constructs, providers, stack)];
}

/** The alias of a provider; an override wins. */
const aliasOf = (provider: TerraformProvider): string => String(rawOverridesOf(provider).alias ?? provider.alias ?? '');

function sameAlias(providers: readonly TerraformProvider[]): string[] {
  const first = new Map<string, TerraformProvider>();
  return providers.flatMap((provider) => {
    const alias = aliasOf(provider);
    const other = first.get(alias);
    if (!other) {
      first.set(alias, provider);
      return [];
    }
    const both = `CofferProvider "${provider.node.path}" and "${other.node.path}"`;
    return [
      alias === ''
        ? `${both} have no "alias": a stack has one provider without an alias, so give one of them an alias, and pass it as "provider"`
        : `${both} have the same "alias" ${JSON.stringify(alias)}: give each its own`,
    ];
  });
}

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
