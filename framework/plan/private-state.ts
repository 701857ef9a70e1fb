import { emptyObject } from '../values/value';

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder();

/**
 * Data that a resource stores with its state, hidden but not encrypted. It is a JSON object, stored as bytes. Bytes that are not a JSON object are
 * read as an empty object.
 */
export class PrivateState {
  readonly #entries: Record<string, PrivateValue>;
  readonly #refused = new Set<string>();
  /** The bytes of the entries as long as none has changed; undefined for others. */
  #bytes: Uint8Array | undefined;

  constructor(bytes?: Uint8Array) {
    const entries = parse(bytes);
    this.#entries = entries ?? emptyObject();
    this.#bytes = entries && bytes;
  }

  /** The value of a key; undefined if it has none. A value that another program wrote may be of another type. */
  get(key: string): PrivateValue | undefined {
    return this.#entries[key];
  }

  /**
   * Sets the value of a key; `undefined` removes the key. A value of another type, or a number that is not finite, is not stored and fails the
   * operation.
   */
  set(key: string, value: PrivateValue | undefined): void {
    if (value !== undefined && !isValue(value)) this.#refused.add(key);
    else if (value !== this.#entries[key]) this.#change(key, value);
  }

  #change(key: string, value: PrivateValue | undefined): void {
    this.#bytes = undefined;
    if (value === undefined) delete this.#entries[key];
    else this.#entries[key] = value;
  }

  /** The keys whose values could not be kept. */
  get refused(): Iterable<string> {
    return this.#refused;
  }

  /** The bytes for Terraform; none if there are no keys. */
  toBytes(): Uint8Array {
    if (this.#bytes) return this.#bytes;
    if (Object.keys(this.#entries).length === 0) return new Uint8Array();
    return utf8.encode(JSON.stringify(this.#entries));
  }
}

/** A value in private state. */
export type PrivateValue = string | number | boolean;

const isValue = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** The entries in these bytes; undefined if there are none. */
function parse(bytes: Uint8Array | undefined): Record<string, PrivateValue> | undefined {
  if (!bytes || bytes.length === 0) return undefined;
  try {
    const entries: unknown = JSON.parse(fromUtf8.decode(bytes));
    const isEntries = typeof entries === 'object' && entries !== null && !Array.isArray(entries);
    return isEntries && Object.keys(entries).length > 0
      ? Object.assign(emptyObject<PrivateValue>(), entries)
      : undefined;
  } catch {
    return undefined;
  }
}
