import {
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  TerraformElement,
  TerraformStack,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { ValidationError } from '../validation-error';
import { LateToken } from './late-token';
import { TolerantResolver } from './misplaced-values';
import { constructsOf, pathOf } from './tree';

/** A token for text that some programs do not have. To use it there, not to make it, is an error at synthesis. */
export class UsedToken extends LateToken {
  /**
   * @param value returns what it stands for, at synthesis
   * @param problem returns what is wrong, if anything, given a function for the constructs in whose code the token stands
   */
  public constructor(
    private readonly value: () => string | undefined,
    private readonly problem: (users: () => readonly IConstruct[]) => string | undefined,
  ) {
    super();
  }

  public override resolve({ scope, preparing }: IResolveContext): string {
    // Aspects may run after that, and change what is wrong.
    const problem = preparing ? undefined : this.problem(() => this.#usersIn(TerraformStack.of(scope)));
    if (problem !== undefined) throw new ValidationError(problem);
    return this.value() ?? '';
  }

  /** CDKTF writes the code of a stack as a whole, so the place is looked for. What is in no element is in an override of the stack. */
  #usersIn(stack: TerraformStack): readonly IConstruct[] {
    const users = constructsOf(stack).filter((construct) => {
      if (!TerraformElement.isTerraformElement(construct)) return false;
      const resolver = new Finder(this);
      Tokenization.resolve(construct.toTerraform(), { scope: construct, resolver, preparing: false });
      return resolver.isFound;
    });
    return users.length > 0 ? users : [stack];
  }
}

/** Looks for one of these tokens; the others are no problem of it. */
class Finder extends TolerantResolver {
  public isFound = false;

  public constructor(private readonly wanted: UsedToken) {
    super();
  }

  public override resolveToken(token: IResolvable, context: IResolveContext, postProcessor: IPostProcessor): unknown {
    if (!(token instanceof UsedToken)) return super.resolveToken(token, context, postProcessor);
    this.isFound ||= token === this.wanted;
    return '';
  }
}

/** The paths of constructs, for a message: those that the program knows. */
export const named = (constructs: readonly IConstruct[]): string =>
  constructs
    .map((construct) => `"${pathOf(construct)}"`)
    .sort()
    .join(', ');
