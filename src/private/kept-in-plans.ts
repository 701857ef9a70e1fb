import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from './expressions';
import { originsOf } from './origins';
import { pathOf } from './resource-id';

/**
 * Reports, in a sentence, an expression that is said to be ephemeral, but comes from variables alone that are not: Terraform writes
 * their values into every plan. Parts of a value that are not secret may come from such variables.
 */
export function keptInPlans(user: IConstruct, expression: string): string[] {
  const origins = originsOf(TerraformStack.of(user), JSON.parse(codeFor(user, expression)));
  const kept = origins.flatMap(({ variable }) => (variable && !isEphemeral(variable.code) ? [variable.element] : []));
  if (kept.length === 0 || kept.length < origins.length) return [];
  const named = [...new Set(kept)].map((variable) => `"${variable.node.path}"`).join(', ');
  return [
    `"${pathOf(user)}" has a value of SecretValue.fromEphemeral that comes from variable ${named}, which is not ephemeral: every plan holds ` +
      "it. Use SecretValue.fromVariable, or make the variable ephemeral: variable.addOverride('ephemeral', true)",
  ];
}

const isEphemeral = (block: unknown): boolean => (block as { readonly ephemeral?: unknown }).ephemeral === true;
