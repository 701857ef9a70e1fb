/** A test that fails if the mutant is written into the file itself. */
export interface Verdict {
  readonly file: string;
  readonly title: string;
}

/**
 * Mutants that only a separate process executes. Such a process is built from the files on disk and never sees the in-memory change
 * of a run. Maps the mutant's id to the test that failed when the file was changed by hand.
 */
export const BY_HAND: Readonly<Record<string, Verdict>> = {
  '9e8c8d126519': {
    file: 'test/framework/protocol/process-end.test.ts',
    title: 'is not caused by Ctrl-C or the end of the terminal',
  },
};
