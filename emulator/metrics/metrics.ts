import { Counter, Durations, Gauge, type Metric } from './exposition';

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
  readonly #all: Metric[];

  constructor(version: string) {
    const started = Math.round(Date.now() / 1_000 - process.uptime());
    this.#all = [
      new Gauge('coffer_build_info', 'The version that runs.', ['version'], () => [[1, version]]),
      new Gauge('process_start_time_seconds', 'When the process was started.', [], () => [[started]]),
      new Gauge('process_resident_memory_bytes', 'Memory of the process.', [], () => [[process.memoryUsage.rss()]]),
      this.#requests,
      this.#durations,
    ];
  }

  /** S3 operations begin with a capital letter, those of the REST interface do not. */
  request({ operation, status, durationMs }: FinishedRequest): void {
    if (status === undefined || durationMs === undefined) return;
    const api = operation === undefined ? 'none' : operation < 'a' ? 's3' : 'rest';
    const name = operation ?? 'none';
    this.#requests.add(api, name, String(status));
    this.#durations.add(durationMs, api, name);
  }

  /** The page that Prometheus scrapes. */
  text(): string {
    return this.#all.map((metric) => metric.text()).join('');
  }
}
