import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  StringConcat,
  type TerraformStack,
  Token,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * References to attributes of one resource. Each is made when it is first resolved, because CDKTF fixes the logical id of a resource with
 * the first reference to it, and would leave out an `overrideLogicalId` that comes later (C11). Later it is the same, since stacks that
 * it crosses are noted in it.
 */
export class References {
  readonly #made = new Map<string, string>();

  /** The reference of a name; `make` is called once, at synthesis. */
  late(name: string, make: () => string): string {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const late = Token.asString(new LateReference(make));
    this.#made.set(name, late);
    return late;
  }
}

/** CDKTF has such a thing, `Lazy`, which takes a stack trace each time: that would be half of what a construct costs. */
class LateReference implements IResolvable {
  public readonly creationStack: string[] = [];
  #made: string | undefined;

  public constructor(private readonly make: () => string) {}

  public resolve(): string {
    this.#made ??= this.make();
    return this.#made;
  }

  public toString(): string {
    return Token.asString(this);
  }

  public toJSON(): string {
    return '<unresolved reference>';
  }
}

/**
 * Two objects are one if their ids are known and equal, or if they are references to the same attribute, from whichever stack. To be asked
 * at synthesis.
 */
export function identityOf(construct: IConstruct, id: string): string {
  return Token.isUnresolved(id) ? originOf(construct, id) : `id:${id}`;
}

/** What a token refers to, with the stack in which that is. */
const originOf = (scope: IConstruct, token: string): string =>
  `at:${JSON.stringify(Tokenization.resolve(token, { scope, resolver: new OriginResolver(), preparing: false }))}`;

/** A reference of CDKTF, which is no public class. */
interface Reference {
  readonly identifier?: unknown;
  readonly originStack?: TerraformStack;
}

/** Resolves a reference to where it leads instead of to code that depends on the stack it is used in. */
class OriginResolver extends DefaultTokenResolver {
  public constructor() {
    super(new StringConcat());
  }

  public override resolveToken(token: IResolvable, context: IResolveContext, postProcessor: IPostProcessor): unknown {
    const { identifier, originStack } = token as Reference;
    if (typeof identifier === 'string' && originStack) return `${originStack.node.path}:${identifier}`;
    return super.resolveToken(token, context, postProcessor);
  }
}
