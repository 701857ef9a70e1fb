import { type IPostProcessor, type IResolvable, type IResolveContext, TerraformElement, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { CROSSING_OUTPUT } from './crossings';
import { TolerantResolver } from './misplaced-values';

/** A use of a token in the code of an element. */
export interface Use<T> {
  readonly user: IConstruct;
  readonly what: T;
}

/**
 * Finds the elements of an app whose code has tokens of a kind, also inside other tokens. Call it only at synthesis, and only if
 * there is something to find, since it resolves the code of the whole app.
 *
 * @param root the app
 * @param recognize returns what to report of a token; undefined for every other one
 */
export function findUses<T>(root: IConstruct, recognize: (token: IResolvable) => T | undefined): Use<T>[] {
  return root.node
    .findAll()
    .filter(TerraformElement.isTerraformElement)
    .filter(({ node }) => !node.id.startsWith(CROSSING_OUTPUT))
    .flatMap((user) => {
      const resolver = new Finder(recognize);
      Tokenization.resolve(user.toTerraform(), { scope: user, resolver, preparing: false });
      return resolver.found.map((what) => ({ user, what }));
    });
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
