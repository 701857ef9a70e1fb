import {
  TerraformDataSource,
  TerraformElement,
  TerraformProvider,
  TerraformResource,
  type TerraformStack,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { pathOf } from '../code/resource-id';

/** Optional properties of elements. */
interface Managed {
  readonly provider?: TerraformProvider;
  readonly terraformResourceType?: string;
  readonly rawOverrides: Readonly<Record<string, unknown>>;
}

/** Maximum number of constructs that a message names. */
const NAMED = 5;

/** Checks that every Coffer provider has a different alias, and that one without an alias exists if an element names no provider. */
export function checkProviders(constructs: readonly IConstruct[], stack: TerraformStack): string[] {
  const providers = constructs.filter(isOurs);
  return [...sameAlias(providers), ...missingDefault(constructs, providers, stack)];
}

const isOurs = (construct: IConstruct): construct is TerraformProvider =>
  TerraformProvider.isTerraformProvider(construct) && construct.terraformResourceType === 'coffer';

/** The alias of a provider; an override wins. */
const aliasOf = (provider: TerraformProvider): string => {
  const { alias } = (provider as unknown as Managed).rawOverrides;
  return String(alias ?? provider.alias ?? '');
};

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
  if (providers.some((provider) => aliasOf(provider) === '') || isOverridden(stack)) return [];
  // Without any provider, CDKTF itself reports every user except those it does not know: ephemeral blocks.
  const users = constructs
    .filter((construct) => usesDefault(construct) && (providers.length > 0 || isEphemeral(construct)))
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

/** Whether the program has written the provider block itself, as an override. */
const isOverridden = (stack: TerraformStack): boolean => {
  const { provider } = (stack as unknown as { rawOverrides: { provider?: Record<string, unknown> } }).rawOverrides;
  return provider?.coffer !== undefined;
};

const isEphemeral = (construct: IConstruct): boolean =>
  !TerraformResource.isTerraformResource(construct) && !TerraformDataSource.isTerraformDataSource(construct);

function usesDefault(construct: IConstruct): boolean {
  if (!TerraformElement.isTerraformElement(construct) || TerraformProvider.isTerraformProvider(construct)) return false;
  const { terraformResourceType: type, provider, rawOverrides } = construct as unknown as Managed;
  return (
    type !== undefined &&
    /^(ephemeral\.)?coffer_/.test(type) &&
    provider === undefined &&
    rawOverrides.provider === undefined
  );
}
