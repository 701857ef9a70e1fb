/** Longest part of a response that is searched for ids, in characters: a record of ours is far shorter. */
const MAX_SEARCHED = 65_536;

/**
 * The ids that arrived with a success whose record could not be read: cut, or of another shape. An object that has one of them
 * was made by that very request. The text itself may hold a secret half, so it is not kept.
 */
export class Received {
  readonly #ids: ReadonlySet<string>;
  readonly #accessKeyIds: ReadonlySet<string>;

  constructor(text: string) {
    const searched = text.slice(0, MAX_SEARCHED);
    this.#ids = new Set(membersOf(searched, 'id'));
    this.#accessKeyIds = new Set(membersOf(searched, 'access_key_id'));
  }

  /** True when it holds an id that a list may show, too. */
  get hasIds(): boolean {
    return this.#ids.size > 0 || this.#accessKeyIds.size > 0;
  }

  /** Whether the record has one of the ids. Where both have an access key id, that one decides. */
  names(record: { readonly id: string; readonly access_key_id?: string | undefined }): boolean {
    const { id, access_key_id: keyId } = record;
    if (keyId !== undefined && this.#accessKeyIds.size > 0) return this.#accessKeyIds.has(keyId);
    return this.#ids.has(id);
  }
}

/** The texts of all members of this name that are there to their end. */
function membersOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`, 'g'))].flatMap(([, quoted = '']) => {
    try {
      return [String(JSON.parse(quoted))];
    } catch {
      return [];
    }
  });
}
