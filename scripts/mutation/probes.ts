import type { Mutant } from './mutants';
import { KEPT } from './results';

/** The file to which processes that a test starts write the mutants whose place they reach, one a line. */
export const BY_PROCESSES = `${KEPT}/by-processes.txt`;

/** Stands before the probes of a file: in a process that has no `record-probes.ts`, they write to {@link BY_PROCESSES}. */
export const WRITER = `globalThis.mutantProbes ??= new (class extends Set {
  add(id) {
    if (!this.has(id)) process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(BY_PROCESSES)}, id + '\\n');
    return super.add(id);
  }
})();`;

/** The source with a call at the place of each mutant, which reports to `record-probes.ts` that the program reached it. */
export function probed(mutants: readonly Mutant[], text: string): string {
  const opening = mutants.map(({ id, probe: [start, end] }) => ({
    at: start,
    // If two begin at the same position, the longer one opens first.
    order: -end,
    text: `(globalThis.mutantProbes?.add('${id}'), `,
  }));
  // If two end at the same position, the one that opened last closes first; closings at a position precede openings.
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
