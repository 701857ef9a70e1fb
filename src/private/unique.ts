import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { checkStackOf, type StackCheck } from './stack-checks';
import { isInTree } from './tree';

/** A construct's claim to something unique. */
interface Claim {
  readonly owner: IConstruct;
  readonly identify: () => string | undefined;
  readonly describe: (first: string) => string;
}

const claims = new WeakMap<TerraformStack, Claim[]>();

/**
 * Claims something for one construct of a stack. It is an error at synthesis if another construct that is then in the tree claims
 * the same.
 *
 * @param owner the claiming construct
 * @param identify returns a key of the claimed thing; undefined if it cannot be compared
 * @param describe returns the error message, given the path of the first owner
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
  // Sorted, so that the message does not depend on the order in the program.
  const sorted = (claims.get(stack) ?? []).map(withPath).sort(byPath);
  return sorted.flatMap(({ claim: { owner, identify, describe } }) => {
    const thing = isInTree(owner) ? identify() : undefined;
    const first = thing === undefined ? undefined : owners.get(thing);
    if (thing !== undefined && !first) owners.set(thing, owner);
    return first ? [describe(first.node.path)] : [];
  });
};

/** Reads the path once, since each read assembles it. */
const withPath = (claim: Claim) => ({ claim, path: claim.owner.node.path });

const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  one.path < other.path ? -1 : 1;
