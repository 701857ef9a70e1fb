import { Counter, Durations, Gauge, type Metric } from './exposition';

/** An intent that the storage cluster does not reflect yet. */
export interface OpenIntent {
  readonly kind: 'bucket' | 'key';
  /** `creating`, `deleting`, `revoking`, or `changing` for a new quota. */
  readonly state: string;
  /** Since when it has been open, in milliseconds of real time. */
  readonly since: number;
}

export interface FinishedRequest {
  /** Undefined: no route matched. */
  readonly operation: string | undefined;
  readonly status: number | 'cut' | undefined;
  readonly durationMs: number | undefined;
}

/** Metrics of one emulator since its start: they survive a reset, as counters must. No label holds an id, a name or a secret. */
export class Metrics {
  readonly #requests = new Counter('coffer_requests_total', 'Requests that were answered, or cut.', [
    'api',
    'operation',
    'status',
  ]);
  readonly #durations = new Durations('coffer_request_duration_seconds', 'Time until the response was ready.', [
    'api',
    'operation',
  ]);
  readonly #clusterCalls = new Durations(
    'coffer_cluster_call_duration_seconds',
    'Time of calls of the admin API of the storage cluster, by how they ended.',
    ['operation', 'outcome'],
  );
  readonly #findings = new Counter(
    'coffer_sweep_findings_total',
    'What sweeps found in the storage cluster that was not as decided.',
    ['finding'],
  );
  readonly #all: Metric[];

  /** `now`: real time in milliseconds. */
  constructor(
    version: string,
    private readonly now: () => number = Date.now,
  ) {
    const started = Math.round(now() / 1_000 - process.uptime());
    this.#all = [
      new Gauge('coffer_build_info', 'The version that runs.', ['version'], () => [[1, version]]),
      new Gauge('process_start_time_seconds', 'When the process was started.', [], () => [[started]]),
      new Gauge('process_resident_memory_bytes', 'Memory of the process.', [], () => [[process.memoryUsage.rss()]]),
      this.#requests,
      this.#durations,
      this.#clusterCalls,
      this.#findings,
    ];
  }

  /** Adds gauges for the open intents of a storage cluster. */
  watchIntents(read: () => readonly OpenIntent[]): void {
    const age = 'For how long the oldest of it has been undone; 0: nothing is.';
    this.#all.push(
      new Gauge('coffer_intents_open', 'What is undone in the storage cluster.', ['kind', 'state'], () =>
        countOf(read()),
      ),
      new Gauge('coffer_oldest_intent_age_seconds', age, [], () => [[this.#oldestAge(read())]]),
    );
  }

  /** Adds a gauge for each reason that can keep a storage cluster from being changed. */
  watchObstacles(reasons: readonly string[], read: () => readonly string[]): void {
    const help = 'Whether this keeps buckets and keys in the storage cluster from being changed.';
    this.#all.push(
      new Gauge('coffer_cluster_obstacle', help, ['reason'], () => {
        const present = new Set(read());
        return reasons.map((reason) => [present.has(reason) ? 1 : 0, reason]);
      }),
    );
  }

  /** S3 operations begin with a capital letter, those of the REST interface do not. */
  request({ operation, status, durationMs }: FinishedRequest): void {
    if (status === undefined || durationMs === undefined) return;
    const api = operation === undefined ? 'none' : operation < 'a' ? 's3' : 'rest';
    const name = operation ?? 'none';
    this.#requests.add(api, name, String(status));
    this.#durations.add(durationMs, api, name);
  }

  clusterCall(operation: string, outcome: string, ms: number): void {
    this.#clusterCalls.add(ms, operation, outcome);
  }

  finding(finding: string): void {
    this.#findings.add(finding);
  }

  /** The page that Prometheus scrapes. */
  text(): string {
    return this.#all.map((metric) => metric.text()).join('');
  }

  #oldestAge(intents: readonly OpenIntent[]): number {
    const now = this.now();
    // Clocks can be set back.
    return intents.reduce((oldest, { since }) => Math.max(oldest, now - since), 0) / 1_000;
  }
}

/** They are told with zeros, too: a missing row would look like a state that is not watched. */
const STATES = ['bucket creating', 'bucket changing', 'bucket deleting', 'key creating', 'key revoking'];

function countOf(intents: readonly OpenIntent[]): [number, ...string[]][] {
  const open = intents.map(({ kind, state }) => `${kind} ${state}`);
  return [...new Set([...STATES, ...open])].map((each) => [
    open.filter((one) => one === each).length,
    ...each.split(' '),
  ]);
}
