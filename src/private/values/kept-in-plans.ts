import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from '../code/expressions';
import { originsOf } from '../code/origins';
import { pathOf } from '../code/resource-id';

/**
 * Reports, in a sentence, an expression that is said to be ephemeral, but comes from variables alone that are not, or from the elements
 * of a `for_each`: Terraform writes their values into every plan. Parts of a value that are not secret may come from such variables.
 */
export function keptInPlans(user: IConstruct, expression: string): string[] {
  const origins = originsOf(TerraformStack.of(user), JSON.parse(codeFor(user, expression)));
  const kept = origins.filter(
    ({ variable, steps: [kind] }) => kind === 'each' || (variable && !isEphemeral(variable.code)),
  );
  if (kept.length === 0 || kept.length < origins.length) return [];
  const variables = kept.flatMap(({ variable }) => variable?.element ?? []);
  const named = [...new Set(variables)].map((variable) => `"${variable.node.path}"`).join(', ');
  const name = `"${pathOf(user)}" has a value of SecretValue.fromEphemeral that comes from`;
  return [
    variables.length > 0
      ? `${name} variable ${named}, which is not ephemeral: every plan holds ` +
        "it. Use SecretValue.fromVariable, or make the variable ephemeral: variable.addOverride('ephemeral', true)"
      : `${name} its "for_each" alone, which cannot be ephemeral: every plan holds it. Iterate over names, and take the value by name from an ` +
        'ephemeral variable by each.key',
  ];
}

const isEphemeral = (block: unknown): boolean => (block as { readonly ephemeral?: unknown }).ephemeral === true;
