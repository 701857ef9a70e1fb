/** Which of our constructs: generated, generated and each in a construct that does nothing else, or hand-written. */
export type Level = 'L1' | 'L1 in a Construct' | 'L2';

/** What one synthesis took, printed as JSON by `synthesize-program.ts`. */
export interface Synthesis {
  /** From the first construct to the written JSON; loading the libraries comes before. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Resources of the synthesized stack, by type. */
  readonly resources: Readonly<Record<string, number>>;
}
