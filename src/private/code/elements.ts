import { Token, Tokenization } from 'cdktf';
import { ValidationError } from '../props/checks';
import { EACH_KEY } from './instances';

/** References to the elements of a map of constructs, made on demand and once for each key. */
export class Elements<T> {
  readonly #made = new Map<string, T>();
  readonly #make: (id: string, key: string) => T;
  #tokens = 0;

  /** @param make makes the reference to the element with a key, as a construct with an id that is unique in the map */
  constructor(make: (id: string, key: string) => T) {
    this.#make = make;
  }

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
    const made = this.#make(id(), key);
    this.#made.set(key, made);
    return made;
  }
}

function textOf(key: unknown): string {
  if (typeof key === 'string') return key;
  if (Tokenization.isResolvable(key)) return Token.asString(key);
  throw new ValidationError(`"key" must be text or a token, got ${key === null ? 'null' : `a ${typeof key}`}`);
}
