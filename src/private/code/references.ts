import {
  type IResolvable,
  type IResolveContext,
  ref,
  TerraformDataSource,
  type TerraformElement,
  TerraformResource,
  TerraformStack,
  Token,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { addressOf } from './attributes';
import { LateToken } from './late-token';
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

  /** Returns the reference to an attribute of a block, by its name in Terraform. */
  to(block: Block, attribute: string): string {
    return Token.asString(this.#attribute(block, attribute));
  }

  toNumber(block: Block, attribute: string): number {
    return Token.asNumber(this.#attribute(block, attribute));
  }

  toList(block: Block, attribute: string): string[] {
    return Token.asList(this.#attribute(block, attribute));
  }

  /** Returns any other expression that contains a reference, by a name; `make` is called once, at synthesis. */
  late(name: string, make: () => string): string {
    return Token.asString(this.once(name, () => new LateExpression(make)));
  }

  /** Returns any other reference, by a name; `make` is called once, now. */
  once(name: string, make: () => IResolvable): IResolvable {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made;
  }

  #attribute(block: Block, attribute: string): IResolvable {
    return this.once(attribute, () => attributeReference(block, attribute));
  }
}

/** A construct around one resource. The name begins with an underscore so that jsii gives its members to the classes that extend it. */
export abstract class _ResourceConstruct extends Construct {
  public abstract readonly resource: TerraformElement;

  /** @internal */
  protected readonly _references = new References();

  /** Address of the resource in Terraform, for `dependsOn`. */
  public get fqn(): string {
    return this._references.late('fqn', () => this.resource.fqn);
  }
}

/** Like CDKTF's `Lazy`. */
class LateExpression extends LateToken {
  #made: string | undefined;

  public constructor(private readonly make: () => string) {
    super();
  }

  public override resolve(): string {
    this.#made ??= untraced(this.make);
    return this.#made;
  }
}

/**
 * Like a reference of CDKTF, but without a stack trace. CDKTF takes one for each token, here deep in a resolution, which was a third of the extra
 * time of our constructs over the low-level ones. It is replaced by CDKTF's own reference only where it crosses stacks.
 */
export class BlockReference extends LateToken {
  public readonly originStack: TerraformStack;
  #identifier: string | undefined;
  #crossing: IResolvable | undefined;

  /** @param write returns the text in the code; called once, at synthesis */
  public constructor(
    protected readonly block: Block,
    private readonly write: () => string,
  ) {
    super();
    this.originStack = TerraformStack.of(block);
  }

  /** The text in the code. It fixes the logical id of the block, so read it only at synthesis. */
  public get identifier(): string {
    if (this.#identifier === undefined) {
      this.#identifier = this.write();
      written.set(this.originStack, (written.get(this.originStack) ?? new Set()).add(this.#identifier));
    }
    return this.#identifier;
  }

  public override resolve(context: IResolveContext): unknown {
    if (TerraformStack.of(context.scope) === this.originStack) return this.resolveHere(context);
    this.#crossing ??= untraced(() => this.makeCrossing());
    return this.#crossing;
  }

  /** Its code in the stack of the block. */
  protected resolveHere(context: IResolveContext): unknown {
    return asCode(this.identifier, context);
  }

  /** Its code in other stacks. */
  protected makeCrossing(): IResolvable {
    return ref(this.identifier, this.originStack);
  }
}

/** The texts of this library's references, by the stacks of their blocks. */
const written = new WeakMap<TerraformStack, Set<string>>();

/** Whether this library has written a reference. */
export const isOurReference = ({
  identifier,
  originStack,
}: Pick<BlockReference, 'identifier' | 'originStack'>): boolean => written.get(originStack)?.has(identifier) === true;

/** Like `interpolationForAttribute` of CDKTF, which is not public and creates a token. */
const attributeReference = (block: Block, attribute: string): BlockReference =>
  new BlockReference(block, () => `${addressOf(block)}${block.forEach ? '.*' : ''}.${attribute}`);

/** An expression in braces, unless it stands in one that has them, which CDKTF notes in the context. */
export const asCode = (expression: string, context: IResolveContext): string =>
  (context as { readonly suppressBraces?: boolean }).suppressBraces ? expression : `\${${expression}}`;

/** The text of a reference to an attribute of a block. */
export const identifierOf = (block: Block, attribute: string): string =>
  attributeReference(block, attribute).identifier;
