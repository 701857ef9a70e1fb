/**
 * Data that a resource stores beside its state and that practitioners do not see: a JSON object, which Terraform keeps as bytes. Bytes that
 * are not a JSON object, written by another program, are read as an empty private state.
 */
export class PrivateState {
  readonly #entries: Record<string, PrivateValue>;

  constructor(bytes?: Uint8Array) {
    this.#entries = parse(bytes);
  }

  /** The value of a key; undefined if it has none. */
  get(key: string): PrivateValue | undefined {
    return this.#entries[key];
  }

  /** Sets the value of a key; `undefined` removes the key. */
  set(key: string, value: PrivateValue | undefined): void {
    if (value === undefined) delete this.#entries[key];
    else this.#entries[key] = value;
  }

  /** The bytes for Terraform; none if there are no keys. */
  toBytes(): Uint8Array {
    if (Object.keys(this.#entries).length === 0) return new Uint8Array();
    return new TextEncoder().encode(JSON.stringify(this.#entries));
  }
}

/** A value in private state. */
export type PrivateValue = string | number | boolean;

function parse(bytes: Uint8Array | undefined): Record<string, PrivateValue> {
  if (!bytes || bytes.length === 0) return {};
  try {
    const entries: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof entries === 'object' && entries !== null ? { ...(entries as Record<string, PrivateValue>) } : {};
  } catch {
    return {};
  }
}
