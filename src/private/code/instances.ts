import { type IResolvable, propertyAccess, ref, Token, Tokenization } from 'cdktf';
import { ValidationError } from '../validation-error';
import { addressOf } from './attributes';
import { type Block, BlockReference, References } from './references';
import { argument } from './terms';
import { untraced } from './untraced';

/** The key of the current instance, in a block that has the same `for_each`. */
export const EACH_KEY = Token.asString(untraced(() => ref('each.key')));

/** References to the instances of one block with `for_each`. Like {@link References}, they are created once. */
export class Instances {
  readonly #references = new References();

  constructor(private readonly block: Block) {}

  /** An attribute of the instance with a key, which may be a token. */
  one(key: string, attribute: string): string {
    const make = () => new InstanceReference(this.block, key, attribute);
    return Token.asString(this.#references.once(`${attribute} of ${key}`, make));
  }

  /** The list of an attribute of all instances, as one string token. */
  list(attribute: string): string {
    const make = () => new BlockReference(this.block, () => `values(${addressOf(this.block)})[*].${attribute}`);
    return Token.asString(this.#references.once(attribute, make));
  }

  /** An attribute of all instances, by key. */
  map(attribute: string): { [key: string]: string } {
    return Token.asStringMap(this.#references.once(`each ${attribute}`, () => mapReference(this.block, attribute)));
  }
}

const mapReference = (block: Block, attribute: string): BlockReference =>
  new BlockReference(block, () => `{ for key, one in ${addressOf(block)} : key => one.${attribute} }`);

/** An attribute of one instance. Other stacks take it from the map of that attribute, so that outputs have no keys in their names. */
class InstanceReference extends BlockReference {
  #here: IResolvable | undefined;

  public constructor(
    block: Block,
    private readonly key: string,
    private readonly attribute: string,
  ) {
    super(block, () => `${addressOf(block)}[${JSON.stringify(key)}].${attribute}`);
  }

  protected override resolveHere(): unknown {
    this.#here ??= untraced(() => propertyAccess(ref(addressOf(this.block)), [this.#index(), this.attribute]));
    return this.#here;
  }

  protected override makeCrossing(): IResolvable {
    const { identifier, originStack } = mapReference(this.block, this.attribute);
    return propertyAccess(ref(identifier, originStack), [this.#index()]);
  }

  /** The key in the code: text is quoted, since CDKTF would write some as the name of an attribute. */
  #index(): unknown {
    return argument(this.key, 'text');
  }
}

/** References to the elements of a map of constructs, made on demand and once for each key. */
export class Elements<T> {
  readonly #made = new Map<string, T>();
  #tokens = 0;

  /** @param make makes the reference to the element with a key, as a construct with an id that is unique in the map */
  constructor(private readonly make: (id: string, key: string) => T) {}

  /** The element with a key, which may be a token. In CDKTF, the key of an element of a list has no type. */
  at(given: unknown): T {
    const key = textOf(given);
    return this.#once(key, () =>
      Token.isUnresolved(key) ? `Token${++this.#tokens}` : `[${key.replace(/[%/]/g, encodeURIComponent)}]`,
    );
  }

  /** The element with the key of the current element, in a resource that is repeated for the same keys. */
  each(): T {
    return this.#once(EACH_KEY, () => 'Each');
  }

  #once(key: string, id: () => string): T {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = this.make(id(), key);
    this.#made.set(key, made);
    return made;
  }
}

function textOf(key: unknown): string {
  if (typeof key === 'string') return key;
  if (Tokenization.isResolvable(key)) return Token.asString(key);
  throw new ValidationError(`"key" must be text or a token, got ${key === null ? 'null' : `a ${typeof key}`}`);
}
