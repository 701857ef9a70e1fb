import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { codeFor } from '../code/expressions';
import { ingredientsOf } from '../code/hcl-references';
import { lookUp } from '../code/origins';
import { pathOf } from '../code/resource-id';

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
