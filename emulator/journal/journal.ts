import type { Json } from '../../contract/formats/json';
import { DomainError } from '../domain/errors';
import { type Hide, hideDeep } from '../domain/known-secrets';
import { isRecord } from '../domain/members';
import { readName } from '../domain/told-name';
import { shownPath, withoutSignature } from './addresses';
import { redactBody, redactHeaders, redactQuery, redactResponse, redactResponseHeaders } from './allow-list';
import type {
  Arrival,
  DashboardChange,
  JournalEntry,
  JournalMark,
  OpenEntry,
  RecordedError,
  SentResponse,
} from './entry';
import { unexpected } from './expectation';
import { type JournalFilter, readJournalFilter } from './filter';
import { picks, type RequestView } from './request-filter';

/** How long to wait for a request. */
export interface WaitOptions {
  /** How many requests must have matched; default 1. */
  readonly count?: number;
  /** Time limit in milliseconds. Default: 10,000. At most 600,000. */
  readonly timeoutMs?: number;
}

/** How many requests are expected. */
export interface ExpectOptions {
  /** Exactly so many, also 0. Default: at least one. */
  readonly count?: number | undefined;
}

/** Number of entries, and of marks, that are kept; older ones are dropped. */
const CAPACITY = 10_000;
const MARKS_CAPACITY = 1_000;

/** Statuses of requests that match no route. The data plane knows all of S3, and responds 501 for operations it does not have. */
const UNMATCHED: ReadonlySet<JournalEntry['status']> = new Set([404, 405, 501] as const);

const DEFAULT_TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 600_000;

/**
 * The last 10,000 requests of all clients of the emulator; `projectId` selects those of one test. Keeps only the parts of headers,
 * queries and bodies that are known to hold no secret (E14).
 */
export class Journal {
  #entries: OpenEntry[] = [];
  #begun = 0;
  readonly #waiters = new Set<Waiter>();
  #marks: JournalMark[] = [];
  #marked = 0;

  /**
   * `observe` is called once for each finished or cut request to the service, even if its entry is dropped here. `now` is the time of marks. `hide`
   * takes tokens and secret halves out of a text: a client may send one in a path, a name or any other part that is shown.
   */
  constructor(
    private readonly observe: (entry: JournalEntry) => void = () => undefined,
    private readonly now: () => number = Date.now,
    readonly hide: Hide = (text) => text,
  ) {}

  /** Returns entries in order of arrival. Throws `invalid` for a filter that matches nothing because it is misspelt. */
  requests(filter: JournalFilter = {}): JournalEntry[] {
    return this.#find(filter).map(toEntry);
  }

  count(filter: JournalFilter = {}): number {
    return this.#find(filter).length;
  }

  /**
   * Returns the matching entries. Throws an `AssertionError` that lists what came instead, unless there are `count` of them; by default
   * at least one. It does not wait: call {@link waitFor} first for a request that another thread or program sends.
   */
  expect(filter: JournalFilter = {}, options: ExpectOptions = {}): JournalEntry[] {
    requireOptions(options, ['count']);
    const { count } = options;
    if (count !== undefined && (!Number.isInteger(count) || count < 0)) {
      throw new DomainError('invalid', '"count" must be an integer, at least 0.');
    }
    const members = Object.entries(readJournalFilter(filter));
    const all = this.#entries.map((entry) => ({
      request: toEntry(entry),
      differs: members.flatMap(([name, value]) => (matches(entry, { [name]: value }) ? [] : [name])),
    }));
    const found = all.flatMap(({ request, differs }) => (differs.length === 0 ? [request] : []));
    if (count === undefined ? found.length > 0 : found.length === count) return found;
    // Test runners show the first line of the stack: that of the test.
    throw unexpected(filter, count, all, { hide: this.hide, stackStartFn: Journal.prototype.expect });
  }

  /**
   * Resolves with the last of `count` matching entries as soon as there are that many, counting existing ones. Its request may still
   * be in progress (give `status` to wait for its response). Rejects when the time is up, and when the emulator is reset or stopped.
   */
  waitFor(filter: JournalFilter = {}, options: WaitOptions = {}): Promise<JournalEntry> {
    requireOptions(options, ['count', 'timeoutMs']);
    const { count = 1, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    if (!Number.isInteger(count) || count < 1)
      throw new DomainError('invalid', '"count" must be an integer, at least 1.');
    if (!Number.isInteger(timeoutMs) || timeoutMs < 0 || timeoutMs > LONGEST_TIMEOUT_MS) {
      throw new DomainError('invalid', `"timeoutMs" must be an integer from 0 to ${LONGEST_TIMEOUT_MS}.`);
    }
    const wanted = readJournalFilter(filter);
    const found = new Set(this.#kept().filter((entry) => matches(entry, wanted)));
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
    // Callers that await the promise get the rejection; the empty handler keeps an ignored one from crashing the process.
    matched.catch(() => undefined);
    return matched;
  }

  /** Requests that matched no route, by path or by method. */
  unmatched(): JournalEntry[] {
    return this.requests().filter(({ operation, status }) => operation === undefined && UNMATCHED.has(status));
  }

  /**
   * Adds a line between requests, for people who read the journal: `test "x" began`. It must hold no secret, as it is shown as it is.
   * Of a text the first 1,000 characters are kept. Throws `invalid` for an empty one.
   */
  mark(text: string): JournalMark {
    const read = readName('text', text, this.hide);
    this.#marked += 1;
    const mark = { markId: `mark-${this.#marked}`, text: read, at: this.now(), after: this.#begun };
    this.#marks = [...this.#marks.slice(1 - MARKS_CAPACITY), mark];
    return mark;
  }

  /** Returns the last 1,000 marks, oldest first. */
  marks(): readonly JournalMark[] {
    return this.#marks;
  }

  /** Forgets the requests and the marks of all clients. Pending waits continue. */
  clear(): void {
    this.#entries = [];
    this.#marks = [];
  }

  /** Called at a reset: forgets all requests, and rejects all pending waits. */
  reset(): void {
    this.clear();
    this.#marked = 0;
    this.#begun = 0;
    this.stop();
  }

  /** Called when the emulator stops. */
  stop(): void {
    const gone = new DomainError('conflict', 'The emulator was reset or stopped while the request was waited for.');
    for (const waiter of [...this.#waiters]) waiter.refuse(gone);
  }

  /** Called by the app when a request arrives. Keeps no calls of the control API and no pages: they are not requests to the service. */
  open(arrival: Arrival): OpenEntry {
    const { method, at, operation, objectId, key, api = 'rest', isOwn = false, query = [] } = arrival;
    if (!isOwn) this.#begun += 1;
    const { hide } = this;
    const entry: OpenEntry = {
      method: hide(method),
      at,
      operation,
      objectId: objectId && hide(objectId),
      api,
      isOwn,
      path: hide(shownPath(arrival.path)),
      key: key && hide(withoutSignature(key)),
      query: redactQuery(query, hide),
      headers: redactHeaders(arrival.headers, hide),
      requestId: `req-${this.#begun}`,
      status: undefined,
      durationMs: undefined,
      projectId: undefined,
      projectIds: [],
      accessKeyId: undefined,
      assumptions: [],
      fault: undefined,
      body: undefined,
      error: undefined,
      response: undefined,
      startedAt: performance.now(),
    };
    if (!isOwn) this.#entries.push(entry);
    // Dropped in bulk, and not shown until then: shifting one by one would slow down every request.
    if (this.#entries.length >= CAPACITY * 1.25) this.#entries = this.#entries.slice(-CAPACITY);
    if (!isOwn) this.note(entry);
    return entry;
  }

  /** Called by the dashboard for a change, so that the journal says who made it. */
  record({ projectId, body, ...change }: DashboardChange): void {
    const entry = this.open({ ...change, api: 'dashboard', method: 'POST', headers: {}, at: this.now() });
    entry.projectIds = projectId === undefined ? [] : [projectId];
    entry.projectId = projectId;
    entry.body = body === undefined ? undefined : hideDeep(body, this.hide);
    this.finish(entry, 200);
  }

  /** Called for a request that a fault matches, which may get no further: notes what it is about. */
  noteTarget(entry: OpenEntry, { projectIds, objectId, accessKeyId, body }: RequestView): void {
    entry.projectIds = projectIds.map(this.hide);
    entry.projectId = entry.projectIds[0];
    entry.objectId = objectId && this.hide(objectId);
    entry.accessKeyId = accessKeyId;
    if (body !== undefined && projectIds.length > 0) entry.body = redactBody(body, this.hide);
    this.note(entry);
  }

  /** Called by the app when it has read a body, with the id in it. */
  noteBody(entry: OpenEntry, body: Json, id: string | undefined): void {
    entry.body = redactBody(body, this.hide);
    entry.objectId ??= id && this.hide(id);
  }

  /** Called by the app when it refuses the request. */
  noteError(entry: OpenEntry, { code, message, field }: RecordedError): void {
    entry.error = { code, message: this.hide(message), field: field && this.hide(field) };
  }

  /** Called by the app when more is known about the request. */
  note(entry: OpenEntry): void {
    if (this.#waiters.size === 0 || entry.isOwn) return;
    for (const waiter of [...this.#waiters]) {
      try {
        waiter.look(entry);
      } catch (error) {
        // The filter's own function failed: the error goes to its caller, not to this request.
        waiter.refuse(error);
      }
    }
  }

  /** Called by the app when the response is ready, or the request is cut. */
  finish(entry: OpenEntry, status: number | 'cut', sent?: SentResponse): void {
    // A cut request stays cut, even if its operation reports a result later.
    if (entry.status === 'cut') return;
    if (sent !== undefined) {
      const effect = entry.fault?.effect;
      // Whoever adds a fault may send anything with it.
      const isGiven = effect === 'status' || effect === 'garbage';
      const body =
        isGiven && sent.body !== undefined ? '[redacted]' : redactResponse(sent.body, entry.error?.message, this.hide);
      entry.response = { headers: redactResponseHeaders(sent.headers, effect === 'status', this.hide), body };
    }
    const isFirst = entry.status === undefined;
    entry.status = status;
    entry.durationMs = performance.now() - entry.startedAt;
    if (isFirst && !entry.isOwn) this.observe(toEntry(entry));
    this.note(entry);
  }

  #find(filter: JournalFilter): OpenEntry[] {
    const wanted = readJournalFilter(filter);
    return this.#kept().filter((entry) => matches(entry, wanted));
  }

  /** The last entries: there may be more until they are dropped. */
  #kept(): readonly OpenEntry[] {
    return this.#entries.length > CAPACITY ? this.#entries.slice(-CAPACITY) : this.#entries;
  }

  #timedOut(found: number, count: number, timeoutMs: number): DomainError {
    const seen = new Map<string, number>();
    for (const { operation, method } of this.#kept()) {
      const name = operation ?? `${method} of no operation`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    const all = [...seen].map(([name, times]) => `${name} (${times})`).join(', ');
    const says = `${found} of ${count} requests matched within ${timeoutMs} ms. The journal has: ${all || 'nothing'}.`;
    return new DomainError('not_found', says);
  }
}

/** Throws `invalid` for a misspelt option, which would change what is expected. */
function requireOptions(options: object, known: readonly string[]): void {
  const unknown = isRecord(options) ? Object.keys(options).filter((name) => !known.includes(name)) : ['no object'];
  if (unknown.length === 0) return;
  throw new DomainError(
    'invalid',
    `The options must have nothing but ${known.join(' and ')}, got ${unknown.join(', ')}.`,
  );
}

interface Waiter {
  /** Checks a new or changed entry; undefined: checks the existing ones. */
  look(entry: OpenEntry | undefined): void;
  refuse(error: unknown): void;
}

function toEntry({ startedAt: _, projectIds: __, isOwn: ___, ...entry }: OpenEntry): JournalEntry {
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
