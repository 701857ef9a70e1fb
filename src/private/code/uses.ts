import {
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  TerraformElement,
  TerraformStack,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { rawOverridesOf } from './attributes';
import { CROSSING_OUTPUT } from './crossings';
import { TolerantResolver } from './misplaced-values';
import { type Reference, referenceIn } from './references';

/** A use of a token in the code of an element, or in the overrides of a stack. */
export interface Use<T> {
  readonly user: IConstruct;
  readonly what: T;
}

/**
 * Finds the constructs whose code has tokens of a kind, also inside other tokens. Call it only at synthesis, and only if there is
 * something to find, since it resolves all their code.
 *
 * @param constructs where to search: elements, and stacks for what they override
 * @param recognize returns what to report of a token; undefined for every other one
 */
export function findUses<T>(
  constructs: readonly IConstruct[],
  recognize: (token: IResolvable) => T | undefined,
): Use<T>[] {
  return constructs.flatMap((user) => {
    const code = codeOf(user);
    if (code === undefined) return [];
    const resolver = new Finder(recognize);
    Tokenization.resolve(code, { scope: user, resolver, preparing: false });
    return resolver.found.map((what) => ({ user, what }));
  });
}

/** The constructs whose code contains a reference, each once. */
export function usersOf(reference: string, constructs: readonly IConstruct[]): IConstruct[] {
  const targets = Tokenization.reverse(reference).map(referenceIn);
  const uses = findUses(constructs, (token) => {
    const used = referenceIn(token);
    // CDKTF makes another reference of one that crosses stacks.
    return used && targets.find((target) => isSame(used, target));
  });
  return [...new Set(uses.map(({ user }) => user))];
}

/** Whether a construct is an output that CDKTF makes for a reference of another stack. */
export const isCrossing = ({ node }: IConstruct): boolean => node.id.startsWith(CROSSING_OUTPUT);

const isSame = (one: Reference, other: Reference | undefined): boolean =>
  one.identifier === other?.identifier && one.originStack === other.originStack;

function codeOf(construct: IConstruct): unknown {
  if (TerraformElement.isTerraformElement(construct)) return construct.toTerraform();
  return TerraformStack.isStack(construct) ? rawOverridesOf(construct) : undefined;
}

class Finder<T> extends TolerantResolver {
  public readonly found: T[] = [];

  public constructor(private readonly recognize: (token: IResolvable) => T | undefined) {
    super();
  }

  public override resolveToken(token: IResolvable, context: IResolveContext, postProcessor: IPostProcessor): unknown {
    const found = this.recognize(token);
    if (found === undefined) return super.resolveToken(token, context, postProcessor);
    this.found.push(found);
    return '';
  }
}
