/** The kinds of objects that lists can show. */
export type Kind = 'secret' | 'pull secret' | 'bucket' | 'access key';

/** What one configured provider block has found: objects of the state that lists have shown, and missing ones (P8). Nothing is taken back. */
export class KnownObjects {
  readonly #seen = new Map<Kind, Set<string>>();
  readonly #missing = new Map<Kind, Set<string>>();
  /** Set by whoever reports that the token is for another project, so that this is reported once. */
  foreignTold = false;

  /** Notes that a list has shown an object. */
  noteSeen(kind: Kind, id: string): void {
    idsOf(this.#seen, kind).add(id);
  }

  /** Notes that an object counts as missing. */
  noteMissing(kind: Kind, id: string): void {
    idsOf(this.#missing, kind).add(id);
  }

  /** Number of objects of a kind that lists have shown so far. */
  seen(kind: Kind): number {
    return idsOf(this.#seen, kind).size;
  }

  /** Number of objects of a kind that are missing so far. */
  missing(kind: Kind): number {
    return idsOf(this.#missing, kind).size;
  }

  /** Ids of all objects that are missing so far, of all kinds. */
  get allMissing(): readonly string[] {
    return [...this.#missing.values()].flatMap((ids) => [...ids]);
  }

  /** True once a list has shown any object of this state. */
  get anySeen(): boolean {
    return [...this.#seen.values()].some((ids) => ids.size > 0);
  }
}

function idsOf(all: Map<Kind, Set<string>>, kind: Kind): Set<string> {
  const known = all.get(kind) ?? new Set<string>();
  all.set(kind, known);
  return known;
}
