/** A measured work. Two works with the same name are the same row. */
export interface Work {
  readonly name: string;
  /** Text after a number, such as `ms`. */
  readonly unit: string;
  /** Target, as text for the reader: nothing is checked against it. */
  readonly budget?: string | undefined;
}

/** Result of one contender for one work. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Median ÷ median of the first contender; undefined if that one has none, or zero. */
  readonly ratio: number | undefined;
  readonly samples: readonly number[];
}

/** A row: figures by the contender's label. */
export interface Row {
  readonly work: Work;
  readonly figures: ReadonlyMap<string, Figure>;
}

/** Samples of one run, by work and contender, in the order in which the works first appeared. */
export class Figures {
  readonly #works = new Map<string, { readonly work: Work; readonly samples: Map<string, number[]> }>();

  /** @param contenders labels, with the baseline of the ratios first */
  constructor(readonly contenders: readonly string[]) {}

  /** Adds a sample; none if it was not to be had, as without `/proc`. */
  add(work: Work, contender: string, sample: number | null | undefined): void {
    if (typeof sample !== 'number' || Number.isNaN(sample)) return;
    if (!this.contenders.includes(contender)) throw new RangeError(`"${contender}" is no contender of this run.`);
    const row = this.#works.get(work.name) ?? { work, samples: new Map<string, number[]>() };
    this.#works.set(work.name, row);
    row.samples.set(contender, [...(row.samples.get(contender) ?? []), sample]);
  }

  rows(): Row[] {
    return [...this.#works.values()].map(({ work, samples }) => {
      const first = samples.get(this.contenders[0] ?? '');
      const measure = first && median(first);
      const figures = new Map<string, Figure>();
      for (const [contender, values] of samples) {
        const middle = median(values);
        const ratio = measure ? middle / measure : undefined;
        const [min, max] = [Math.min(...values), Math.max(...values)];
        figures.set(contender, { median: middle, min, max, ratio, samples: values });
      }
      return { work, figures };
    });
  }
}

/** The middle value, or the mean of the two middle ones. Throws a RangeError for an empty array. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('There is no median of nothing.');
  return (lower + upper) / 2;
}
