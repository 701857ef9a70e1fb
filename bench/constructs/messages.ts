/** Level of our constructs: generated, generated and each inside an otherwise empty construct, or hand-written. */
export type Level = 'L1' | 'L1 in a Construct' | 'L2';

export interface Task {
  readonly level: Level;
  /** Resources of the stack: a quarter of each type, or one key over all of its buckets. */
  readonly shape: 'mixed' | 'key';
  readonly count: number;
  readonly outdir: string;
}

export interface Synthesis {
  /** From the first construct to the written JSON, without loading the libraries. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Resources of the synthesized stack, by type. */
  readonly resources: Readonly<Record<string, number>>;
}
