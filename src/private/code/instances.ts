import { type IResolvable, type IResolveContext, propertyAccess, ref, Token } from 'cdktf';
import { templateArgument } from './expressions';
import { addressOf, type Block, BlockReference } from './references';
import { untraced } from './untraced';

/** The key of the current instance, in a block that has the same `for_each`. */
export const EACH_KEY = Token.asString(untraced(() => ref('each.key')));

/** References to the instances of one block with `for_each`. Like {@link References}, they are created once. */
export class Instances {
  readonly #made = new Map<string, string>();
  readonly #maps = new Map<string, { [key: string]: string }>();

  constructor(private readonly block: Block) {}

  /** An attribute of the instance with a key, which may be a token. */
  one(key: string, attribute: string): string {
    return this.#once(`${attribute} of ${key}`, () => new InstanceReference(this.block, key, attribute));
  }

  /** The list of an attribute of all instances, as one string token. */
  list(attribute: string): string {
    return this.#once(attribute, () => new ListReference(this.block, attribute));
  }

  /** An attribute of all instances, by key. */
  map(attribute: string): { [key: string]: string } {
    const made = this.#maps.get(attribute) ?? Token.asStringMap(new MapReference(this.block, attribute));
    this.#maps.set(attribute, made);
    return made;
  }

  #once(name: string, make: () => IResolvable): string {
    const made = this.#made.get(name) ?? Token.asString(make());
    this.#made.set(name, made);
    return made;
  }
}

class ListReference extends BlockReference {
  public constructor(
    block: Block,
    private readonly attribute: string,
  ) {
    super(block);
  }

  protected override write(): string {
    return `values(${addressOf(this.block)})[*].${this.attribute}`;
  }
}

class MapReference extends BlockReference {
  public constructor(
    block: Block,
    private readonly attribute: string,
  ) {
    super(block);
  }

  protected override write(): string {
    return `{ for key, one in ${addressOf(this.block)} : key => one.${this.attribute} }`;
  }
}

/** An attribute of one instance. Other stacks take it from the map of that attribute, so that outputs have no keys in their names. */
class InstanceReference extends BlockReference {
  #here: IResolvable | undefined;

  public constructor(
    block: Block,
    private readonly key: string,
    private readonly attribute: string,
  ) {
    super(block);
  }

  protected override write(): string {
    return `${addressOf(this.block)}[${JSON.stringify(this.key)}].${this.attribute}`;
  }

  protected override resolveHere(_context: IResolveContext): unknown {
    this.#here ??= untraced(() => propertyAccess(ref(addressOf(this.block)), [this.#index(), this.attribute]));
    return this.#here;
  }

  protected override makeCrossing(): IResolvable {
    const map = new MapReference(this.block, this.attribute);
    return propertyAccess(ref(map.identifier, this.originStack), [this.#index()]);
  }

  /** The key in the code: text is quoted, since CDKTF would write some as the name of an attribute. */
  #index(): unknown {
    return templateArgument(this.key);
  }
}
