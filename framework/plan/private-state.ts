import { emptyObject } from '../values/value';

/** Data that a resource stores beside its state, unseen but not encrypted: a JSON object, kept as bytes. Other bytes are read as an empty one. */
export class PrivateState {
  readonly #entries: Record<string, PrivateValue>;
  readonly #refused = new Set<string>();

  constructor(bytes?: Uint8Array) {
    this.#entries = parse(bytes);
  }

  /** The value of a key; undefined if it has none. A value that another program wrote may be of another type. */
  get(key: string): PrivateValue | undefined {
    return this.#entries[key];
  }

  /** Sets the value of a key; `undefined` removes it. Another type, or what is not finite, changes nothing, and is an error of the operation. */
  set(key: string, value: PrivateValue | undefined): void {
    if (value === undefined) delete this.#entries[key];
    else if (isValue(value)) this.#entries[key] = value;
    else this.#refused.add(key);
  }

  /** The keys whose values could not be kept. */
  get refused(): Iterable<string> {
    return this.#refused;
  }

  /** The bytes for Terraform; none if there are no keys. */
  toBytes(): Uint8Array {
    if (Object.keys(this.#entries).length === 0) return new Uint8Array();
    return new TextEncoder().encode(JSON.stringify(this.#entries));
  }
}

/** A value in private state. */
export type PrivateValue = string | number | boolean;

const isValue = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

function parse(bytes: Uint8Array | undefined): Record<string, PrivateValue> {
  const none = emptyObject<PrivateValue>();
  if (!bytes || bytes.length === 0) return none;
  try {
    const entries: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof entries === 'object' && !Array.isArray(entries) ? Object.assign(none, entries) : none;
  } catch {
    return none;
  }
}
