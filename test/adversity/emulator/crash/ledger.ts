import { createHash } from 'node:crypto';

/** Hash of an object's bytes; undefined: there is none. */
export type Content = string | undefined;

export const contentOf = (bytes: Uint8Array): Content => createHash('sha256').update(bytes).digest('hex');

/** What may lie under each key: what was acknowledged last, or what was on its way when nobody responded any more. */
export class Ledger {
  readonly #possible = new Map<string, Set<Content>>();

  /** A write was sent: from now on either may be there. */
  sent(key: string, content: Content): void {
    this.possible(key).add(content);
  }

  /** It was acknowledged: nothing else may be there. */
  acknowledged(key: string, content: Content): void {
    this.#possible.set(key, new Set([content]));
  }

  /** What may be there under a key that was ever written. */
  possible(key: string): Set<Content> {
    const possible = this.#possible.get(key) ?? new Set([undefined]);
    this.#possible.set(key, possible);
    return possible;
  }

  /** What was acknowledged of a key, when nothing is on its way. */
  current(key: string): Content {
    const [content, ...more] = this.possible(key);
    return more.length === 0 ? content : undefined;
  }

  keys(): string[] {
    return [...this.#possible.keys()];
  }
}
