import type { Mutant } from './mutants';

/** The source with a call in each place of a mutant, which tells `record-probes.ts` that the program came by. */
export function probed(mutants: readonly Mutant[], text: string): string {
  const opening = mutants.map(({ id, probe: [start, end] }) => ({
    at: start,
    // Of two that begin together the longer one opens first.
    order: -end,
    text: `(globalThis.mutantProbes?.add('${id}'), `,
  }));
  // Of two that end together the one that opened last closes first; what closes at a place stands before what opens there.
  const closing = mutants.map(({ probe: [start, end] }) => ({ at: end, order: -text.length - start, text: ')' }));
  const insertions = [...opening, ...closing].sort((a, b) => a.at - b.at || a.order - b.order);
  let result = '';
  let from = 0;
  for (const { at, text: inserted } of insertions) {
    result += text.slice(from, at) + inserted;
    from = at;
  }
  return result + text.slice(from);
}
