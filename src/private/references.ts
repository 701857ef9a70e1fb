import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  ref,
  StringConcat,
  TerraformDataSource,
  type TerraformResource,
  TerraformStack,
  Token,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { untraced } from './untraced';

/**
 * References to attributes of one resource. Each is made when it is first resolved, because CDKTF fixes the logical id of a resource with
 * the first reference to it, and would leave out an `overrideLogicalId` that comes later (C11). Later it is the same, since stacks that
 * it crosses are noted in it.
 */
export class References {
  readonly #made = new Map<string, string>();

  /**
   * The reference to an attribute of a block.
   *
   * @param attribute its name in Terraform
   */
  to(block: TerraformResource | TerraformDataSource, attribute: string): string {
    return this.#once(attribute, () => new AttributeReference(block, attribute));
  }

  /** Any other expression with a reference in it, by a name; `make` is called once, at synthesis. */
  late(name: string, make: () => string): string {
    return this.#once(name, () => new LateExpression(make));
  }

  #once(name: string, make: () => IResolvable): string {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const late = Token.asString(make());
    this.#made.set(name, late);
    return late;
  }
}

/**
 * A reference as CDKTF has it, but without a stack trace: CDKTF takes one of each token, here deep in a resolution, and that was a third of
 * what our constructs took more than the low-level ones. Only where it crosses stacks one of CDKTF's own takes its place.
 */
class AttributeReference implements IResolvable {
  public readonly creationStack: string[] = [];
  #identifier: string | undefined;
  #originStack: TerraformStack | undefined;
  #crossing: IResolvable | undefined;

  public constructor(
    private readonly block: TerraformResource | TerraformDataSource,
    private readonly attribute: string,
  ) {}

  /** What stands in the code. It fixes the logical id of the block, and is to be asked at synthesis. */
  public get identifier(): string {
    this.#identifier ??= addressOf(this.block, this.attribute);
    return this.#identifier;
  }

  public get originStack(): TerraformStack {
    this.#originStack ??= TerraformStack.of(this.block);
    return this.#originStack;
  }

  public resolve(context: IResolveContext): unknown {
    const { identifier, originStack } = this;
    if (TerraformStack.of(context.scope) === originStack) {
      return (context as Braces).suppressBraces ? identifier : `\${${identifier}}`;
    }
    this.#crossing ??= untraced(() => ref(identifier, originStack));
    return this.#crossing;
  }

  public toString(): string {
    return Token.asString(this);
  }

  public toJSON(): string {
    return UNRESOLVED;
  }
}

/** As `interpolationForAttribute` of CDKTF, which is not public, and makes a token. */
function addressOf(block: TerraformResource | TerraformDataSource, attribute: string): string {
  const { terraformResourceType, friendlyUniqueId, forEach } = block;
  const kind = TerraformDataSource.isTerraformDataSource(block) ? 'data.' : '';
  return `${kind}${terraformResourceType}.${friendlyUniqueId}${forEach ? '.*' : ''}.${attribute}`;
}

/** What CDKTF keeps in a context while it resolves something inside `${…}`. */
interface Braces extends IResolveContext {
  readonly suppressBraces?: boolean;
}

/** CDKTF has such a thing, `Lazy`, which takes a stack trace each time. */
class LateExpression implements IResolvable {
  public readonly creationStack: string[] = [];
  #made: string | undefined;

  public constructor(private readonly make: () => string) {}

  public resolve(): string {
    this.#made ??= untraced(this.make);
    return this.#made;
  }

  public toString(): string {
    return Token.asString(this);
  }

  public toJSON(): string {
    return UNRESOLVED;
  }
}

const UNRESOLVED = '<unresolved reference>';

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

/** A reference: ours, or one of CDKTF, which is no public class. */
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
