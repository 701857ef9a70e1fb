import type { IConstruct } from 'constructs';
import { outlineOf } from '../code/outline';
import { pathOf } from '../code/tree';
import { variableOf } from '../code/variables';

/** A reference in code that is no token. */
const HIDDEN_REFERENCE = /\w\s*\.\s*[A-Za-z_*]/;

/**
 * Reports, in a sentence, an expression that is said to be ephemeral, but comes from variables alone that are not, or from the elements
 * of a `for_each`: Terraform writes their values into every plan. Parts of a value that are not secret may come from such variables.
 */
export function keptInPlans(user: IConstruct, expression: string): string[] {
  const { parts, references } = outlineOf(user, expression);
  if (parts.some((part) => 'code' in part && HIDDEN_REFERENCE.test(part.code))) return [];
  const variables = references.flatMap((reference) => {
    const { element, block } = variableOf(reference) ?? {};
    return element && block?.ephemeral !== true ? [element] : [];
  });
  const elements = references.filter(({ identifier }) => identifier.startsWith('each.'));
  if (references.length === 0 || variables.length + elements.length < references.length) return [];
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

/**
 * Reports, in sentences, values that somebody keeps secret although they are no secret values, in a composed value: a hash of them is in its
 * version and so in the state, where guesses can be tried out. Attributes are in the state anyway.
 */
export function findHashedSecrets(user: IConstruct, values: readonly unknown[]): string[] {
  const { references, functions } = outlineOf(user, values);
  const named = references.flatMap((reference) => {
    const { element, block } = variableOf(reference) ?? {};
    return element && block?.sensitive === true && block.ephemeral !== true ? [`variable "${element.node.path}"`] : [];
  });
  if (functions.includes('sensitive')) named.push('the result of "sensitive"');
  if (named.length === 0) return [];
  return [
    `"${pathOf(user)}" has a value composed with ${[...new Set(named)].join(', ')}, which is sensitive and no SecretValue: the state would hold a ` +
      'hash of it, by which it can be guessed. Use SecretValue.fromVariable with a version; if it is no secret, Fn.nonsensitive says so',
  ];
}
