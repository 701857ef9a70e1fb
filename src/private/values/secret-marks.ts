import type { IConstruct } from 'constructs';

/** Type of the metadata of a construct with plain text in an argument that is not always secret. */
export const PLAIN_TEXT = 'coffer:plain-text-secret';

/** The ephemeral secret values that constructs were given: their texts, and the expressions that each has its secrets from. */
const claims = new WeakMap<IConstruct, Map<unknown, readonly string[]>>();

/** Notes that a construct was given a secret value, as this text. */
export function claimSecret(user: IConstruct, text: string, expressions: readonly string[]): void {
  const known = claims.get(user) ?? new Map<unknown, readonly string[]>();
  claims.set(user, known.set(text, expressions));
}

/** The expressions that an argument in the code of a construct has its secrets from: those of its secret value, or else itself. */
export function secretsIn(block: IConstruct, argument: unknown): readonly unknown[] {
  const claimed = [block, block.node.scope].map((user) => user && claims.get(user)?.get(argument));
  return claimed.find((expressions) => expressions !== undefined) ?? [argument];
}
