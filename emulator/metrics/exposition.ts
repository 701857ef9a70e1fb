/**
 * Metrics in Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/
 *
 * Label values are names from our own tables, never from a request, so their number is bounded.
 */

export abstract class Metric {
  protected abstract readonly type: 'counter' | 'gauge' | 'histogram';

  constructor(
    private readonly name: string,
    private readonly help: string,
    private readonly labels: readonly string[],
  ) {}

  /** Empty without rows: a metric without values is omitted. */
  text(): string {
    const rows = this.rows();
    if (rows.length === 0) return '';
    return `# HELP ${this.name} ${this.help}\n# TYPE ${this.name} ${this.type}\n${rows.join('\n')}\n`;
  }

  protected abstract rows(): string[];

  /** One value, with those of the labels; of a histogram, with a suffix of the name, and the bound of a bucket. */
  protected row(values: readonly string[], value: number, suffix = '', bound?: string): string {
    const pairs = this.labels.map((label, index) => `${label}="${quote(values[index] ?? '')}"`);
    if (bound !== undefined) pairs.push(`le="${bound}"`);
    return `${this.name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
  }
}

function quote(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}

export class Counter extends Metric {
  protected readonly type = 'counter';
  readonly #counts = new Map<string, number>();

  /** Adds one, under one value for each label. */
  add(...values: string[]): void {
    const key = values.join('\n');
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  protected rows(): string[] {
    return [...this.#counts].map(([key, count]) => this.row(key.split('\n'), count));
  }
}

/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Series {
  readonly buckets: readonly { readonly bound: number; count: number }[];
  sum: number;
  total: number;
}

/** A histogram of durations: counts each under every upper bound that it does not exceed. */
export class Durations extends Metric {
  protected readonly type = 'histogram';
  readonly #series = new Map<string, Series>();

  /** `values`: one for each label. */
  add(ms: number, ...values: string[]): void {
    const key = values.join('\n');
    let series = this.#series.get(key);
    if (!series) {
      series = { buckets: BOUNDS.map((bound) => ({ bound, count: 0 })), sum: 0, total: 0 };
      this.#series.set(key, series);
    }
    const seconds = ms / 1_000;
    const bucket = series.buckets.find(({ bound }) => seconds <= bound);
    if (bucket) bucket.count += 1;
    series.sum += seconds;
    series.total += 1;
  }

  protected rows(): string[] {
    return [...this.#series].flatMap(([key, { buckets, sum, total }]) => {
      const values = key.split('\n');
      let below = 0;
      const rows = buckets.map(({ bound, count }) => {
        below += count;
        return this.row(values, below, '_bucket', String(bound));
      });
      return [
        ...rows,
        this.row(values, total, '_bucket', '+Inf'),
        this.row(values, sum, '_sum'),
        this.row(values, total, '_count'),
      ];
    });
  }
}

/** Reads its values when the metrics are requested: each value with its label values. */
export class Gauge extends Metric {
  protected readonly type = 'gauge';

  constructor(
    name: string,
    help: string,
    labels: readonly string[],
    private readonly read: () => readonly (readonly [value: number, ...labels: string[]])[],
  ) {
    super(name, help, labels);
  }

  protected rows(): string[] {
    return this.read().map(([value, ...values]) => this.row(values, value));
  }
}
