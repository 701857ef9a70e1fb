import type { Operation } from '../../contract';
import type { Json } from '../../contract/formats/json';
import type { S3Operation } from '../domain/s3-operation';
import type { Assumption } from '../settings/assumptions';

/** Why a request was refused. */
export interface RecordedError {
  /** Error code of the interface that the request came by: `not_found`, `NoSuchBucket`. */
  readonly code: string;
  /** A sentence without any secret. It may say more than the response, such as which permission is missing. */
  readonly message: string;
  /** Field, header or permission at fault, dotted; undefined: there is none. */
  readonly field: string | undefined;
}

/** The effect of a fault on a request. */
export interface FaultNote {
  /** Id of the fault. */
  readonly id: string;
  /** The effect on the response; `none` if the request only waited. */
  readonly effect: 'cut' | 'status' | 'truncate' | 'garbage' | 'none';
  /** Whether the fault applied before the operation, which then had no effect, or after it. */
  readonly when: 'before-commit' | 'after-commit';
  /** Whether the request was delayed, or held until the fault was released. */
  readonly waits: boolean;
}

/** The parts of a response that are known to hold no secret. */
export interface RecordedResponse {
  /** Known headers, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Known fields of a JSON body, with secrets masked, and the first records of a list; or the beginning of an XML document, with unknown
   * elements masked. Undefined: there was no body, or it is the bytes of an object.
   */
  readonly body: unknown;
}

/** One recorded request. `JSON.stringify` takes it: integers beyond ±(2^53 - 1), which are `bigint` in bodies, are written with all digits. */
export interface JournalEntry {
  /** `req-1`, `req-2`, …; S3 responses have it in `x-amz-request-id`. */
  readonly requestId: string;
  /** The interface that the request came by; `dashboard` for a change that somebody made there, which is no request to the service. */
  readonly api: 'rest' | 's3' | 'dashboard';
  /** The method, in capitals. */
  readonly method: string;
  /** The path as it was sent, without the query, which may contain anything on an unknown route. */
  readonly path: string;
  /** The known query parameters, and only the number of others. */
  readonly query: Readonly<Record<string, string>>;
  /** The known headers without secrets, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The operation of the control plane or of the data plane; undefined for an unknown route, or the emulator's own pages. */
  readonly operation: Operation | S3Operation | undefined;
  /** Arrival time by the virtual clock, in milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Status of the response; `cut` if a fault or a restore cut the connection, undefined while the request is in progress. */
  readonly status: number | 'cut' | undefined;
  /** Real time until the response was ready. */
  readonly durationMs: number | undefined;
  /** The project that the request or its token names. */
  readonly projectId: string | undefined;
  /** The id in its path or body, or of the object that it made; at the data plane the id of its bucket, once that is known. */
  readonly objectId: string | undefined;
  /** Key of the object, at the data plane. */
  readonly key: string | undefined;
  /**
   * Public id of the access key that signed: of one that exists, and whose signature was verified, unless a fault came before that.
   * Undefined at the control plane.
   */
  readonly accessKeyId: string | undefined;
  /** Knobs that the response depends on: the parts of it that the interface does not show. */
  readonly assumptions: readonly Assumption[];
  /** The fault that applied to the request, and its effect; undefined: no fault applied. */
  readonly fault: FaultNote | undefined;
  /** The known fields of the request body, with secrets masked; undefined if there was no body or it did not parse. */
  readonly body: Json | undefined;
  /** Why the request was refused: `code`, `message` and `field`. It may say more than the response did; undefined: it was not. */
  readonly error: RecordedError | undefined;
  /** The known `headers` and fields of the `body` of the response, with secrets masked; undefined while there is none, or if it was cut. */
  readonly response: RecordedResponse | undefined;
}

type Draft = { -readonly [Member in keyof JournalEntry]: JournalEntry[Member] } & {
  readonly assumptions: Assumption[];
};

/** An entry that the app completes while it handles the request. */
export type OpenEntry = Draft & {
  readonly startedAt: number;
  /** It is not a request to the service: one to pages or the control API. The journal does not keep it. */
  readonly isOwn: boolean;
  /** All projects that the request concerns; `projectId` is the first. */
  projectIds: readonly string[];
};

export interface Arrival
  extends Pick<JournalEntry, 'method' | 'path' | 'at'>,
    Partial<Pick<JournalEntry, 'operation' | 'objectId' | 'key'>> {
  /** Default `rest`. */
  readonly api?: JournalEntry['api'];
  /** Default: none. */
  readonly query?: Iterable<readonly [string, unknown]>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether it is not a request to the service. Default false. */
  readonly isOwn?: boolean;
}

/** A change that somebody made in the dashboard. */
export interface DashboardChange extends Pick<JournalEntry, 'path' | 'projectId' | 'objectId'> {
  readonly operation: NonNullable<JournalEntry['operation']>;
  readonly key?: string | undefined;
  /** Of a deletion of several objects: the `keys` that are gone, the first 1,000, the `prefixes` that were chosen, and how many were `deleted`. */
  readonly body?: Json;
}

export interface SentResponse {
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: there is none. */
  readonly body?: unknown;
}

/** A line between requests that says what a client was about, such as the beginning of a test. */
export interface JournalMark {
  /** `mark-1`, `mark-2`, … */
  readonly markId: string;
  readonly text: string;
  /** Time by the virtual clock, in milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Number of the last request before it; 0: it stands before all of them. */
  readonly after: number;
}
