/** The known name that a misspelt one probably means; undefined if it differs in more than `mostEdits`: by default 2, or a third of it. */
export function nearest(name: string, known: readonly string[], mostEdits?: number): string | undefined {
  const [best] = known
    .map((each) => ({ each, distance: distanceOf(name.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= (mostEdits ?? Math.max(2, best.each.length / 3)) ? best.each : undefined;
}

/** Number of letters to change, add or remove (Levenshtein distance). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const kept = Number(row[at]) + (other[at] === letter ? 0 : 1);
      next.push(Math.min(kept, Number(row[at + 1]) + 1, Number(next[at]) + 1));
    }
    row = next;
  }
  return Number(row[other.length]);
}

/** Shorter names are near to too much. */
const SHORTEST_NEAR = 4;
const MOST_EDITS = 2;

/**
 * The known name that a misspelt one probably means; undefined: none. A near miss differs from a public name in two letters, so it is
 * shown (E14); any other name is the client's, and may be a secret.
 */
export function nearMiss(name: string, known: readonly string[]): string | undefined {
  // Comparing takes as long as the names are: only names of about one length are compared.
  const candidates = known.filter((each) => Math.abs(each.length - name.length) <= MOST_EDITS);
  return name.length < SHORTEST_NEAR ? undefined : nearest(name, candidates, MOST_EDITS);
}
