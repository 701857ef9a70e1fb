/**
 * Metrics in Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/
 *
 * Label values are names from our own tables, never from a request, so their number is bounded.
 */

type Labels = readonly string[];

/** A metric, written as text. */
export interface Metric {
  text(): string;
}

/** Counts upwards. */
export class Counter implements Metric {
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly name: string,
    private readonly help: string,
    private readonly labels: Labels,
  ) {}

  /** Adds one, under one value for each label. */
  add(...values: string[]): void {
    const key = values.join('\n');
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  text(): string {
    const rows = [...this.#counts].map(([key, count]) => row(this.name, zip(this.labels, key.split('\n')), count));
    return block(this.name, this.help, 'counter', rows);
  }
}

/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** A histogram of durations: counts each under its smallest upper bound. */
export class Durations implements Metric {
  readonly #series = new Map<string, { readonly counts: number[]; sum: number; total: number }>();

  constructor(
    private readonly name: string,
    private readonly help: string,
    private readonly labels: Labels,
  ) {}

  add(ms: number, ...values: string[]): void {
    const key = values.join('\n');
    let series = this.#series.get(key);
    if (!series) {
      series = { counts: BOUNDS.map(() => 0), sum: 0, total: 0 };
      this.#series.set(key, series);
    }
    const seconds = ms / 1_000;
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at >= 0) series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += seconds;
    series.total += 1;
  }

  text(): string {
    const rows = [...this.#series].flatMap(([key, { counts, sum, total }]) => {
      const pairs = zip(this.labels, key.split('\n'));
      let below = 0;
      const buckets = BOUNDS.map((bound, index) => {
        below += counts[index] ?? 0;
        return row(`${this.name}_bucket`, [...pairs, ['le', String(bound)]], below);
      });
      return [
        ...buckets,
        row(`${this.name}_bucket`, [...pairs, ['le', '+Inf']], total),
        row(`${this.name}_sum`, pairs, sum),
        row(`${this.name}_count`, pairs, total),
      ];
    });
    return block(this.name, this.help, 'histogram', rows);
  }
}

/** Reads its values when the metrics are requested: each value with its label values. */
export class Gauge implements Metric {
  constructor(
    private readonly name: string,
    private readonly help: string,
    private readonly labels: Labels,
    private readonly read: () => readonly (readonly [value: number, ...labels: string[]])[],
  ) {}

  text(): string {
    const rows = this.read().map(([value, ...values]) => row(this.name, zip(this.labels, values), value));
    return block(this.name, this.help, 'gauge', rows);
  }
}

type Pairs = readonly (readonly [name: string, value: string])[];

function zip(labels: Labels, values: readonly string[]): Pairs {
  return labels.map((label, index) => [label, values[index] ?? '']);
}

function row(name: string, pairs: Pairs, value: number): string {
  const labels = pairs.map(([label, text]) => `${label}="${quote(text)}"`).join(',');
  return `${name}${labels && `{${labels}}`} ${value}`;
}

function quote(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}

/** Empty without rows: a metric without values is omitted. */
function block(name: string, help: string, type: string, rows: readonly string[]): string {
  if (rows.length === 0) return '';
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${rows.join('\n')}\n`;
}
