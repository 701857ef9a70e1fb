/** What kinds of objects a list can show. */
export type Kind = 'secret' | 'pull secret' | 'bucket' | 'access key';

/** What this run knows of the objects in state: which of them a list has shown, and which are missing (P8). */
export class KnownObjects {
  readonly #seen = new Map<Kind, Set<string>>();
  readonly #missing = new Map<Kind, Set<string>>();
  /** True once the run has said that the token is for another project. */
  foreignTold = false;

  noteSeen(kind: Kind, id: string): void {
    idsOf(this.#seen, kind).add(id);
  }

  noteMissing(kind: Kind, id: string): void {
    idsOf(this.#missing, kind).add(id);
  }

  /** How many objects of a kind a list has shown so far. */
  seen(kind: Kind): number {
    return idsOf(this.#seen, kind).size;
  }

  /** How many objects of a kind are missing so far. */
  missing(kind: Kind): number {
    return idsOf(this.#missing, kind).size;
  }

  /** Ids of everything that is missing so far. */
  get allMissing(): readonly string[] {
    return [...this.#missing.values()].flatMap((ids) => [...ids]);
  }

  /** True once a list has shown any object of this state, of whatever kind. */
  get anySeen(): boolean {
    return [...this.#seen.values()].some((ids) => ids.size > 0);
  }
}

function idsOf(all: Map<Kind, Set<string>>, kind: Kind): Set<string> {
  const known = all.get(kind) ?? new Set<string>();
  all.set(kind, known);
  return known;
}
