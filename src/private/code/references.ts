import {
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  ref,
  TerraformDataSource,
  TerraformResource,
  TerraformStack,
  Token,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { hasExpression } from './expressions';
import { TolerantResolver } from './misplaced-values';
import { untraced } from './untraced';

/** A block with attributes. */
export type Block = TerraformResource | TerraformDataSource;

export const isBlock = (construct: IConstruct): construct is Block =>
  TerraformResource.isTerraformResource(construct) || TerraformDataSource.isTerraformDataSource(construct);

/**
 * References to attributes of one resource. Each is created when it is first resolved, because CDKTF fixes the logical id of a
 * resource with the first reference to it, and would ignore a later `overrideLogicalId` (C11). Later calls return the same
 * reference, since it records the stacks that it crosses.
 */
export class References {
  readonly #made = new Map<string, IResolvable>();

  /**
   * Returns the reference to an attribute of a block.
   *
   * @param attribute its name in Terraform
   */
  to(block: Block, attribute: string): string {
    return Token.asString(this.#attribute(block, attribute));
  }

  /** Returns the reference to an attribute that is a number. */
  toNumber(block: Block, attribute: string): number {
    return Token.asNumber(this.#attribute(block, attribute));
  }

  /** Returns the reference to an attribute that is a list of texts. */
  toList(block: Block, attribute: string): string[] {
    return Token.asList(this.#attribute(block, attribute));
  }

  /** Returns any other expression that contains a reference, by a name; `make` is called once, at synthesis. */
  late(name: string, make: () => string): string {
    return Token.asString(this.#once(name, () => new LateExpression(make)));
  }

  #attribute(block: Block, attribute: string): IResolvable {
    return this.#once(attribute, () => new AttributeReference(block, attribute));
  }

  #once(name: string, make: () => IResolvable): IResolvable {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made;
  }
}

/**
 * Like a reference of CDKTF, but without a stack trace. CDKTF takes one for each token, here deep in a resolution, which was a
 * third of the extra time of our constructs over the low-level ones. It is replaced by CDKTF's own reference only where it crosses
 * stacks.
 */
export abstract class BlockReference implements IResolvable {
  public readonly creationStack: string[] = [];
  #identifier: string | undefined;
  #originStack: TerraformStack | undefined;
  #crossing: IResolvable | undefined;

  public constructor(protected readonly block: Block) {}

  /** The text in the code. It fixes the logical id of the block, so read it only at synthesis. */
  public get identifier(): string {
    this.#identifier ??= this.write();
    return this.#identifier;
  }

  public get originStack(): TerraformStack {
    this.#originStack ??= TerraformStack.of(this.block);
    return this.#originStack;
  }

  public resolve(context: IResolveContext): unknown {
    if (TerraformStack.of(context.scope) === this.originStack) return this.resolveHere(context);
    this.#crossing ??= untraced(() => this.makeCrossing());
    return this.#crossing;
  }

  public toString(): string {
    return Token.asString(this);
  }

  public toJSON(): string {
    return UNRESOLVED;
  }

  /** Returns the text in the code. */
  protected abstract write(): string;

  /** Its code in the stack of the block. */
  protected resolveHere(context: IResolveContext): unknown {
    return (context as Braces).suppressBraces ? this.identifier : `\${${this.identifier}}`;
  }

  /** Its code in other stacks. */
  protected makeCrossing(): IResolvable {
    return ref(this.identifier, this.originStack);
  }
}

class AttributeReference extends BlockReference {
  public constructor(
    block: Block,
    private readonly attribute: string,
  ) {
    super(block);
  }

  /** Like `interpolationForAttribute` of CDKTF, which is not public and creates a token. */
  protected override write(): string {
    return `${addressOf(this.block)}${this.block.forEach ? '.*' : ''}.${this.attribute}`;
  }
}

/** The address of a block in Terraform. It fixes the logical id of the block, so read it only at synthesis. */
export function addressOf(block: Block): string {
  const kind = TerraformDataSource.isTerraformDataSource(block) ? 'data.' : '';
  return `${kind}${block.terraformResourceType}.${block.friendlyUniqueId}`;
}

/** The resolve context, with CDKTF's flag for an expression inside `${…}`. */
interface Braces extends IResolveContext {
  readonly suppressBraces?: boolean;
}

/** Like CDKTF's `Lazy`, but without a stack trace each time. */
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
 * A key for comparing objects. Two objects are the same if their ids are known and equal, or if they are references to the same
 * attribute, from any stack. Any other expression is only comparable within its stack. Call it only at synthesis.
 */
export function identityOf(construct: IConstruct, id: string): string {
  if (!Token.isUnresolved(id) && !hasExpression(id)) return `id:${id}`;
  const resolver = new OriginResolver();
  const resolved = Tokenization.resolve(id, { scope: construct, resolver, preparing: false });
  const [, reference] = /^⟦([^⟦⟧]*)⟧$/.exec(String(resolved)) ?? [];
  if (reference !== undefined) return `at:${reference}`;
  return `in:${TerraformStack.of(construct).node.path}:${JSON.stringify(resolved)}`;
}

/** The key of the object whose id is an attribute of a block. */
export const identityOfAttribute = (block: Block, attribute: string): string =>
  `at:${TerraformStack.of(block).node.path}:${new AttributeReference(block, attribute).identifier}`;

/** A reference: ours, or CDKTF's, whose class is not public. */
interface Reference {
  readonly identifier?: unknown;
  readonly originStack?: TerraformStack;
}

/** Resolves a reference to its target instead of to code, which depends on the stack that uses it. */
class OriginResolver extends TolerantResolver {
  public override resolveToken(token: IResolvable, context: IResolveContext, postProcessor: IPostProcessor): unknown {
    const { identifier, originStack } = token as Reference;
    if (typeof identifier === 'string' && originStack) {
      // The key of an element may be a token.
      return `⟦${originStack.node.path}:${context.resolve(identifier)}⟧`;
    }
    return super.resolveToken(token, context, postProcessor);
  }
}
