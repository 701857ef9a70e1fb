import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { checkStackOf, type StackCheck } from './stack-checks';
import { isInTree } from './tree';

/** Something that a construct wants for itself. */
interface Claim {
  readonly owner: IConstruct;
  readonly identify: () => string | undefined;
  readonly describe: (first: string) => string;
}

const claims = new WeakMap<TerraformStack, Claim[]>();

/**
 * Lets one construct of a stack have something, and makes it an error at synthesis if another one that is there then has it, too.
 *
 * @param owner who has it
 * @param identify what the thing is, as a key; undefined if it cannot be compared
 * @param describe says what is wrong, given the path of who had it first
 */
export function requireUnique(owner: IConstruct, identify: Claim['identify'], describe: Claim['describe']): void {
  const stack = TerraformStack.of(owner);
  const known = claims.get(stack) ?? [];
  claims.set(stack, known);
  known.push({ owner, identify, describe });
  checkStackOf(owner, findClashes);
}

const findClashes: StackCheck = (_constructs, stack) => {
  const owners = new Map<string, IConstruct>();
  // Whoever comes first in the program, the message is the same.
  const sorted = (claims.get(stack) ?? []).map(withPath).sort(byPath);
  return sorted.flatMap(({ claim: { owner, identify, describe } }) => {
    const thing = isInTree(owner) ? identify() : undefined;
    const first = thing === undefined ? undefined : owners.get(thing);
    if (thing !== undefined && !first) owners.set(thing, owner);
    return first ? [describe(first.node.path)] : [];
  });
};

/** A path is put together each time that it is asked for. */
const withPath = (claim: Claim) => ({ claim, path: claim.owner.node.path });

const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  one.path < other.path ? -1 : 1;
