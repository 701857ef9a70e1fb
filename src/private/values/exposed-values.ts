import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from '../code/expressions';
import { ingredientsOf } from '../code/hcl-references';
import { lookUp, originsOf } from '../code/origins';
import { pathOf } from '../code/tree';

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

/** Functions whose result is no secret, whatever they are given. */
const REVEALING = ['nonsensitive', 'issensitive'];

/**
 * Reports, in sentences, values that somebody keeps secret although they are no secret values, in a composed value: a hash of them is in its
 * version and so in the state, where guesses can be tried out. Attributes are in the state anyway.
 */
export function findHashedSecrets(user: IConstruct, values: readonly unknown[]): string[] {
  const stack = TerraformStack.of(user);
  const named = values.flatMap((value) => secretsIn(stack, JSON.parse(codeFor(user, value))));
  if (named.length === 0) return [];
  return [
    `"${pathOf(user)}" has a value composed with ${[...new Set(named)].join(', ')}, which is sensitive and no SecretValue: the state would hold a ` +
      'hash of it, by which it can be guessed. Use SecretValue.fromVariable with a version; if it is no secret, Fn.nonsensitive says so',
  ];
}

/** The secret parts of a value, in code, also by way of local values. */
function secretsIn(stack: TerraformStack, value: unknown, via: readonly IConstruct[] = []): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .flat()
      .flatMap((part) => secretsIn(stack, part, via));
  if (typeof value !== 'string') return [];
  const { references, functions } = ingredientsOf(value, REVEALING);
  const secrets = references.flatMap((steps) => {
    const { declaration, isVariable, value: part } = lookUp(stack, steps) ?? {};
    if (!declaration || via.includes(declaration.element)) return [];
    if (isVariable) return isSensitive(declaration.code) ? [`variable "${declaration.element.node.path}"`] : [];
    return steps[0] === 'local' ? secretsIn(stack, part, [...via, declaration.element]) : [];
  });
  return functions.includes('sensitive') ? [...secrets, 'the result of "sensitive"'] : secrets;
}

function isSensitive(block: unknown): boolean {
  const { sensitive, ephemeral } = block as { readonly sensitive?: unknown; readonly ephemeral?: unknown };
  return sensitive === true && ephemeral !== true;
}
