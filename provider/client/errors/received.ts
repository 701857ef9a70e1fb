import { attempt } from '../../../contract/formats/attempt';

/** Length of the part of a response that is searched for ids, in characters. A record of ours is far shorter. */
const MAX_SEARCHED = 65_536;

/**
 * The ids in the response of a create whose record could not be read, at any depth, by the names of the fields. An object with one of them was made
 * by that very request. The text is not kept: it may contain a secret half.
 */
export class Received {
  readonly #ids: ReadonlySet<string>;
  readonly #accessKeyIds: ReadonlySet<string>;
  readonly #isExpected: boolean;

  /** `isExpected`: false for a whole response whose ids stand elsewhere than a record's (P40). */
  constructor(text: string, isExpected = true) {
    this.#isExpected = isExpected;
    const searched = text.slice(0, MAX_SEARCHED);
    this.#ids = new Set(['id', 'pull_secret_id', 'pullSecretId'].flatMap((name) => membersOf(searched, name)));
    this.#accessKeyIds = new Set(membersOf(searched, 'access_key_id'));
  }

  /** True when it contains an id that a list is expected to show: until the settle time is over, no other object is accepted in its place. */
  get hasIds(): boolean {
    return this.#isExpected && (this.#ids.size > 0 || this.#accessKeyIds.size > 0);
  }

  /** True if a listed record has one of the ids. If record and response have access key ids, these alone decide. */
  names(record: { readonly id: string; readonly access_key_id?: string | undefined }): boolean {
    const { id, access_key_id: keyId } = record;
    if (keyId !== undefined && this.#accessKeyIds.size > 0) return this.#accessKeyIds.has(keyId);
    return this.#ids.has(id);
  }
}

/** The string values of all complete members with this name. */
function membersOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`, 'g'))].flatMap(
    ([, quoted = '']) => attempt(() => String(JSON.parse(quoted))) ?? [],
  );
}
