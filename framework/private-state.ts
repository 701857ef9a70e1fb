/**
 * What a resource remembers beside its state, unseen by practitioners: a JSON object, kept by Terraform as bytes.
 *
 * Bytes that are not such an object (written by something else) are treated as nothing remembered.
 */
export class PrivateState {
  readonly #entries: Record<string, PrivateValue>;

  constructor(bytes?: Uint8Array) {
    this.#entries = parse(bytes);
  }

  get(key: string): PrivateValue | undefined {
    return this.#entries[key];
  }

  /** `undefined` forgets the key. */
  set(key: string, value: PrivateValue | undefined): void {
    if (value === undefined) delete this.#entries[key];
    else this.#entries[key] = value;
  }

  /** Empty when nothing is remembered. */
  toBytes(): Uint8Array {
    if (Object.keys(this.#entries).length === 0) return new Uint8Array();
    return new TextEncoder().encode(JSON.stringify(this.#entries));
  }
}

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
