import type { Json, Operation } from '../../contract';
import type { S3Operation } from '../domain/s3-operation';
import type { Assumption } from './assumptions';
import { isControlPath } from './control-path';

/** One request as it was met. */
export interface JournalEntry {
  readonly requestId: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Of the control plane or of the data plane; undefined for what is none: an unknown route, or the emulator's own pages. */
  readonly operation: Operation | S3Operation | undefined;
  /** When it began, by the virtual clock, in milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Status of the answer, `cut` when the connection was cut by a fault, undefined while it is being worked on. */
  readonly status: number | 'cut' | undefined;
  /** Real time until the answer was ready. */
  readonly durationMs: number | undefined;
  /** The project that the request or its token names. */
  readonly projectId: string | undefined;
  /** Public id of the access key that signed; undefined at the control plane, and as long as no signature was right. */
  readonly accessKeyId: string | undefined;
  /** Knobs on which the answer rests: what the interface does not show of it. */
  readonly assumptions: readonly Assumption[];
  /** What was sent, with every secret replaced; undefined when there was nothing or it did not parse. */
  readonly body: Json | undefined;
}

/** Which entries; every member given must match. */
export interface JournalFilter {
  readonly operation?: Operation | S3Operation;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number | 'cut';
}

type Draft = { -readonly [Member in keyof JournalEntry]: JournalEntry[Member] } & {
  readonly assumptions: Assumption[];
};

/** What the app notes as a request goes on. */
export type OpenEntry = Draft & { readonly startedAt: number };

/** Older entries are forgotten. */
const CAPACITY = 10_000;

/** What a request gets that no route knew; the data plane knows all of S3, and says 501 of what it does not have. */
const UNMATCHED: ReadonlySet<JournalEntry['status']> = new Set([404, 405, 501] as const);

const SECRET_FIELDS = new Set(['value', 'password', 'username', 'secret_access_key', 'token']);
const REDACTED = '[redacted]';
const LONGEST_TEXT = 1024;

/** The last 10,000 requests. Headers are never kept, and of bodies nothing that is or may be secret. */
export class Journal {
  #entries: OpenEntry[] = [];
  #begun = 0;

  /** Entries in the order in which the requests arrived. */
  requests(filter: JournalFilter = {}): JournalEntry[] {
    return this.#entries.filter((entry) => matches(entry, filter)).map(({ startedAt: _, ...entry }) => entry);
  }

  count(filter: JournalFilter = {}): number {
    return this.#entries.filter((entry) => matches(entry, filter)).length;
  }

  /** Requests that no route knew, by path or by method. */
  unmatched(): JournalEntry[] {
    return this.requests().filter(({ operation, status }) => operation === undefined && UNMATCHED.has(status));
  }

  clear(): void {
    this.#entries = [];
  }

  /** Called at a reset: nothing was requested yet. */
  reset(): void {
    this.clear();
    this.#begun = 0;
  }

  /** Called by the app: a request arrived. Calls of the control API are none of the service's, and not kept. */
  open(request: Pick<JournalEntry, 'method' | 'path' | 'query' | 'operation' | 'at'>): OpenEntry {
    const isKept = !isControlPath(request.path);
    if (isKept) this.#begun += 1;
    const entry: OpenEntry = {
      ...request,
      requestId: `req-${this.#begun}`,
      status: undefined,
      durationMs: undefined,
      projectId: undefined,
      accessKeyId: undefined,
      assumptions: [],
      body: undefined,
      startedAt: performance.now(),
    };
    if (isKept) this.#entries.push(entry);
    // Dropped in bulk: shifting one by one would cost every request.
    if (this.#entries.length >= CAPACITY * 1.25) this.#entries = this.#entries.slice(-CAPACITY);
    return entry;
  }

  /** Called by the app: the request was answered, or cut. */
  finish(entry: OpenEntry, status: number | 'cut'): void {
    // What was cut stays so, whatever whoever was at work on it says later.
    if (entry.status === 'cut') return;
    entry.status = status;
    entry.durationMs = performance.now() - entry.startedAt;
  }
}

/** A body fit for the journal: secrets replaced, long texts shortened. */
export function redact(body: Json): Json {
  if (typeof body === 'string') return body.length > LONGEST_TEXT ? `${body.slice(0, LONGEST_TEXT)}…` : body;
  if (Array.isArray(body)) return body.slice(0, LONGEST_TEXT).map(redact);
  if (body === null || typeof body !== 'object') return body;
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, SECRET_FIELDS.has(field) ? REDACTED : redact(value)]),
  );
}

function matches(entry: JournalEntry, { operation, method, path, status }: JournalFilter): boolean {
  return (
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.method === method) &&
    (path === undefined || entry.path === path) &&
    (status === undefined || entry.status === status)
  );
}
