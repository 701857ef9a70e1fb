import type { Json, Operation } from '../../contract';
import { DomainError } from '../domain/errors';
import type { FaultNote } from '../domain/fault-note';
import type { S3Operation } from '../domain/s3-operation';
import { redactHeaders, redactQuery } from './allow-list';
import type { Assumption } from './assumptions';
import { isOwnPath } from './control-path';
import { type JournalFilter, readJournalFilter } from './journal-filter';
import { picks } from './request-filter';

/** One request as it was met. */
export interface JournalEntry {
  /** `req-1`, `req-2`, …; responses of S3 have it in `x-amz-request-id`. */
  readonly requestId: string;
  /** The method, in capitals. */
  readonly method: string;
  /** Without the query, as it was sent: of an unknown route nobody knows what is in it. */
  readonly path: string;
  /** Parameters that are known; of others only how many there were. */
  readonly query: Readonly<Record<string, string>>;
  /** Headers that are known and hold no secret, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the control plane or of the data plane; undefined for what is none: an unknown route, or the emulator's own pages. */
  readonly operation: Operation | S3Operation | undefined;
  /** When it began, by the virtual clock, in milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Status of the response, `cut` when the connection was cut by a fault, undefined while it is being worked on. */
  readonly status: number | 'cut' | undefined;
  /** Real time until the response was ready. */
  readonly durationMs: number | undefined;
  /** The project that the request or its token names. */
  readonly projectId: string | undefined;
  /** The id in its path or body; at the data plane that of its bucket, once it is known. */
  readonly objectId: string | undefined;
  /** Key of the object, at the data plane. */
  readonly key: string | undefined;
  /** Public id of the access key that signed; undefined at the control plane, and as long as no signature was right. */
  readonly accessKeyId: string | undefined;
  /** Knobs on which the response rests: what the interface does not show of it. */
  readonly assumptions: readonly Assumption[];
  /** The fault that applied to the request, and what it did; undefined: none did. */
  readonly fault: FaultNote | undefined;
  /** What was sent of known fields, secrets masked; undefined when there was nothing or it did not parse. */
  readonly body: Json | undefined;
}

type Draft = { -readonly [Member in keyof JournalEntry]: JournalEntry[Member] } & {
  readonly assumptions: Assumption[];
};

/** What the app notes as a request goes on. */
export type OpenEntry = Draft & {
  readonly startedAt: number;
  /** All projects that it concerns: `projectId` is the first. */
  projectIds: readonly string[];
};

/** A request as it arrives. */
export interface Arrival extends Pick<JournalEntry, 'method' | 'path' | 'operation' | 'at' | 'objectId' | 'key'> {
  readonly query: Iterable<readonly [string, unknown]>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** How long to wait for a request. */
export interface WaitOptions {
  /** How many requests must have matched; default 1. */
  readonly count?: number;
  /** Default: 10,000. At most 600,000. */
  readonly timeoutMs?: number;
}

/** Older entries are forgotten. */
const CAPACITY = 10_000;

/** What a request gets that no route knew; the data plane knows all of S3, and says 501 of what it does not have. */
const UNMATCHED: ReadonlySet<JournalEntry['status']> = new Set([404, 405, 501] as const);

const DEFAULT_TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 600_000;

/**
 * The last 10,000 requests of all who use the emulator: `projectId` picks those of one test. Of headers, queries and bodies only
 * what is known to hold no secret is kept (E14).
 */
export class Journal {
  #entries: OpenEntry[] = [];
  #begun = 0;
  readonly #waiters = new Set<Waiter>();

  /** `observe` is told of each request of the service that was answered or cut, once, whatever is forgotten here. */
  constructor(private readonly observe: (entry: JournalEntry) => void = () => undefined) {}

  /** Entries in the order in which the requests arrived. Throws `invalid` for a filter that picks nothing because it is misspelt. */
  requests(filter: JournalFilter = {}): JournalEntry[] {
    return this.#find(filter).map(toEntry);
  }

  count(filter: JournalFilter = {}): number {
    return this.#find(filter).length;
  }

  /**
   * Resolves with the entry as soon as so many match, counting those that are there already; like them it may be of a request
   * under way (give `status` to wait for its response). Rejects when the time is up, and when the emulator is reset or stopped.
   */
  waitFor(
    filter: JournalFilter = {},
    { count = 1, timeoutMs = DEFAULT_TIMEOUT_MS }: WaitOptions = {},
  ): Promise<JournalEntry> {
    if (!Number.isInteger(count) || count < 1)
      throw new DomainError('invalid', '"count" must be an integer, at least 1.');
    if (!Number.isInteger(timeoutMs) || timeoutMs < 0 || timeoutMs > LONGEST_TIMEOUT_MS) {
      throw new DomainError('invalid', `"timeoutMs" must be an integer from 0 to ${LONGEST_TIMEOUT_MS}.`);
    }
    const wanted = readJournalFilter(filter);
    const found = new Set(this.#entries.filter((entry) => matches(entry, wanted)));
    const matched = new Promise<JournalEntry>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        look(entry) {
          if (entry && (found.has(entry) || !matches(entry, wanted))) return;
          if (entry) found.add(entry);
          const last = [...found][count - 1];
          if (!last) return;
          end();
          resolve(toEntry(last));
        },
        refuse(error) {
          end();
          reject(error);
        },
      };
      const timer = setTimeout(() => waiter.refuse(this.#timedOut(found.size, count, timeoutMs)), timeoutMs);
      this.#waiters.add(waiter);
      waiter.look(undefined);
    });
    // Whoever waits for it hears of its end; whoever forgot it shall not have the process fail.
    matched.catch(() => undefined);
    return matched;
  }

  /** Requests that no route knew, by path or by method. */
  unmatched(): JournalEntry[] {
    return this.requests().filter(({ operation, status }) => operation === undefined && UNMATCHED.has(status));
  }

  /** Forgets the requests of everybody. Who waits for one goes on. */
  clear(): void {
    this.#entries = [];
  }

  /** Called at a reset: nothing was requested yet, and nobody waits any more. */
  reset(): void {
    this.clear();
    this.#begun = 0;
    this.stop();
  }

  /** Called when the emulator stops. */
  stop(): void {
    const gone = new DomainError('conflict', 'The emulator was reset or stopped while the request was waited for.');
    for (const waiter of [...this.#waiters]) waiter.refuse(gone);
  }

  /** Called by the app: a request arrived. Calls of the control API and pages for people are none of the service's, and not kept. */
  open({ path: sent, query, headers, ...request }: Arrival): OpenEntry {
    const path = toPath(sent);
    const isKept = !isOwnPath(path);
    if (isKept) this.#begun += 1;
    const entry: OpenEntry = {
      ...request,
      path,
      query: redactQuery(query),
      headers: redactHeaders(headers),
      requestId: `req-${this.#begun}`,
      status: undefined,
      durationMs: undefined,
      projectId: undefined,
      projectIds: [],
      accessKeyId: undefined,
      assumptions: [],
      fault: undefined,
      body: undefined,
      startedAt: performance.now(),
    };
    if (isKept) this.#entries.push(entry);
    // Dropped in bulk: shifting one by one would cost every request.
    if (this.#entries.length >= CAPACITY * 1.25) this.#entries = this.#entries.slice(-CAPACITY);
    if (isKept) this.note(entry);
    return entry;
  }

  /** Called by the app: more is known of the request. */
  note(entry: OpenEntry): void {
    if (this.#waiters.size === 0 || isOwnPath(entry.path)) return;
    for (const waiter of [...this.#waiters]) {
      try {
        waiter.look(entry);
      } catch (error) {
        // The filter's own function failed: that is for whoever wrote it, and not for this request.
        waiter.refuse(error);
      }
    }
  }

  /** Called by the app: the request was answered, or cut. */
  finish(entry: OpenEntry, status: number | 'cut'): void {
    // What was cut stays so, whatever whoever was at work on it says later.
    if (entry.status === 'cut') return;
    const isFirst = entry.status === undefined;
    entry.status = status;
    entry.durationMs = performance.now() - entry.startedAt;
    if (isFirst && !isOwnPath(entry.path)) this.observe(entry);
    this.note(entry);
  }

  #find(filter: JournalFilter): OpenEntry[] {
    const wanted = readJournalFilter(filter);
    return this.#entries.filter((entry) => matches(entry, wanted));
  }

  #timedOut(found: number, count: number, timeoutMs: number): DomainError {
    const seen = new Map<string, number>();
    for (const { operation, method } of this.#entries) {
      const name = operation ?? `${method} of no operation`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    const all = [...seen].map(([name, times]) => `${name} (${times})`).join(', ');
    const says = `${found} of ${count} requests matched within ${timeoutMs} ms. The journal has: ${all || 'nothing'}.`;
    return new DomainError('not_found', says);
  }
}

/** Somebody waits for a request. */
interface Waiter {
  /** Looks at an entry that is new or of which more is known; undefined: at what is there. */
  look(entry: OpenEntry | undefined): void;
  refuse(error: unknown): void;
}

/** A proxy is asked for whole URLs, which may hold credentials. */
function toPath(sent: string): string {
  return sent.startsWith('/') || sent === '*' ? sent : (URL.parse(sent)?.pathname ?? '[redacted]');
}

function toEntry({ startedAt: _, projectIds: __, ...entry }: OpenEntry): JournalEntry {
  return entry;
}

function matches(entry: OpenEntry, { operation, method, path, status, ...filter }: JournalFilter): boolean {
  return (
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.method === method) &&
    (path === undefined || entry.path === path) &&
    (status === undefined || entry.status === status) &&
    picks(filter, entry)
  );
}
