/** A test that fails with a mutant in the file itself. */
export interface Verdict {
  readonly file: string;
  readonly title: string;
}

/**
 * Mutants that only a process of its own comes by, which is made from the files as they are and never sees what a run changes in
 * memory: by their id, the test that failed when the file was changed by hand.
 */
export const BY_HAND: Readonly<Record<string, Verdict>> = {
  '9e8c8d126519': {
    file: 'test/provider/protocol/process-end.test.ts',
    title: 'does not come by Ctrl-C, nor by the end of the terminal',
  },
};
