import { Counter, Durations, Gauge, type Metric } from './exposition';

/** What is undone in the storage cluster. */
export interface OpenIntent {
  readonly kind: 'bucket' | 'key';
  /** `creating`, `deleting`, `revoking`, or `changing` for a new quota. */
  readonly state: string;
  /** Real time in milliseconds. */
  readonly begunAt: number;
}

/** Where figures that are not counted here come from. */
export interface MetricsSources {
  readonly version: string;
  /** Undefined: there is no storage cluster. */
  readonly openIntents?: (() => readonly OpenIntent[]) | undefined;
}

/** A request as it was answered. */
export interface AnsweredRequest {
  /** Undefined: no route knew it. */
  readonly operation: string | undefined;
  readonly status: number | 'cut' | undefined;
  readonly durationMs: number | undefined;
}

/** The figures of one emulator since its start: they outlive a reset, as counters must. No label holds an id, a name or a secret. */
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
  readonly #all: readonly Metric[];

  constructor({ version, openIntents }: MetricsSources) {
    const started = Math.round(Date.now() / 1_000 - process.uptime());
    const cluster = openIntents
      ? [
          new Gauge('coffer_intents_open', 'What is undone in the storage cluster.', ['kind', 'state'], () =>
            countByState(openIntents()),
          ),
          new Gauge(
            'coffer_oldest_intent_age_seconds',
            'Since when the oldest of it is undone; 0: nothing is.',
            [],
            () => [[oldestAge(openIntents())]],
          ),
        ]
      : [];
    this.#all = [
      new Gauge('coffer_build_info', 'The version that runs.', ['version'], () => [[1, version]]),
      new Gauge('process_start_time_seconds', 'When the process was started.', [], () => [[started]]),
      new Gauge('process_resident_memory_bytes', 'Memory of the process.', [], () => [[process.memoryUsage.rss()]]),
      this.#requests,
      this.#durations,
      ...cluster,
      this.#clusterCalls,
      this.#findings,
    ];
  }

  /** Operations of S3 begin with a capital, those of the REST interface do not. */
  request({ operation, status, durationMs }: AnsweredRequest): void {
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

  /** The page that Prometheus reads. */
  text(): string {
    return this.#all.map((metric) => metric.text()).join('');
  }
}

function countByState(intents: readonly OpenIntent[]): [number, string, string][] {
  const counts = new Map<string, [number, string, string]>();
  for (const { kind, state } of intents) {
    const row = counts.get(`${kind} ${state}`) ?? [0, kind, state];
    row[0] += 1;
    counts.set(`${kind} ${state}`, row);
  }
  return [...counts.values()];
}

function oldestAge(intents: readonly OpenIntent[]): number {
  const begun = intents.map(({ begunAt }) => begunAt);
  return begun.length === 0 ? 0 : Math.max(0, (Date.now() - Math.min(...begun)) / 1_000);
}
