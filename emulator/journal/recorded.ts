import type { FaultNote } from '../domain/fault-note';

/** Why a request was refused. */
export interface RecordedError {
  /** Error code of the interface that the request came by: `not_found`, `NoSuchBucket`. */
  readonly code: string;
  /** A sentence without any secret. It may say more than the response, such as which permission is missing. */
  readonly message: string;
  /** Field, header or permission at fault, dotted; undefined: there is none. */
  readonly field: string | undefined;
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

/** A request of the journal, for those who show it. Everything here is redacted. */
export interface RecordedRequest {
  readonly requestId: string;
  readonly api: 'rest' | 's3';
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly operation: string | undefined;
  /** By the virtual clock, in milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly status: number | 'cut' | undefined;
  readonly durationMs: number | undefined;
  readonly projectId: string | undefined;
  readonly objectId: string | undefined;
  readonly key: string | undefined;
  readonly accessKeyId: string | undefined;
  /** Names of knobs. */
  readonly assumptions: readonly string[];
  readonly fault: FaultNote | undefined;
  readonly body: unknown;
  readonly error: RecordedError | undefined;
  readonly response: RecordedResponse | undefined;
}
