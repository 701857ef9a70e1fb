import type { BucketRecord, Operation } from '../../contract';
import { ADVICE_FOR_S3, adviceForCode, adviceForStatus, type Route } from './advice';
import type { Received } from './received';

/**
 * How a request can fail. One class per way to fail; every message says method, path, what happened and what to do, and
 * none holds a token, a value, a password or a secret key: server text is redacted before it gets here.
 */
export abstract class ClientError extends Error {
  /** True when a request that changes something may have been carried out although it failed (SEMANTICS P1). */
  abstract readonly mayHaveTakenEffect: boolean;
  /** What arrived of a success, where the failure came after its beginning. */
  received: Received | undefined;

  constructor(
    readonly method: string,
    /** Relative to the base URL. */
    readonly path: string,
    message: string,
    cause?: unknown,
  ) {
    super(`${method} ${path} ${message}`, cause === undefined ? undefined : { cause });
  }
}

/** What is known of an answer that is not a success. */
export interface Refusal {
  readonly status: number;
  /** The server's own words, redacted and shortened; empty when it said nothing. */
  readonly serverWords: string;
  /** The request id that the server gave, for its support. */
  readonly requestId?: string | undefined;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Where a redirect points. */
  readonly location?: string | undefined;
  /** Whether the body is an error of S3, which no REST interface gives. */
  readonly isS3?: boolean;
  /** True for a page of markup: not the service answered, but something before it. */
  readonly isMarkup?: boolean | undefined;
}

/** The service answered, and not with a success. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly serverWords: string;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    method: string,
    path: string,
    private readonly refusal: Refusal,
    /** What to do, as sentences. */
    advice = refusal.isS3 ? ADVICE_FOR_S3 : adviceForStatus(refusal.status, refusal.location),
  ) {
    const words = refusal.serverWords === '' ? '' : `: ${refusal.serverWords.replace(/\.$/, '')}`;
    const id = refusal.requestId === undefined ? '' : ` (request id ${refusal.requestId})`;
    super(method, path, `was answered ${refusal.status}${words}${id}. ${advice}`);
    this.status = refusal.status;
    this.serverWords = refusal.serverWords;
    this.requestId = refusal.requestId;
    this.retryAfterMs = refusal.retryAfterMs;
  }

  /** True when the service certainly did not do it, and would not if it were sent again as it is (SEMANTICS P36). */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
  }

  /** True for a 404 or 410 of the service itself: no page of markup from something before it (SEMANTICS P33). */
  get saysGone(): boolean {
    return (this.status === 404 || this.status === 410) && this.refusal.isMarkup !== true;
  }

  /** The same answer, whose `Retry-After` would take longer than the operation may last (SEMANTICS P42). */
  withoutWait(waitMs: number, leftMs: number): ApiError {
    const advice = waitTooLong(waitMs, leftMs);
    return new ApiError(this.method, this.path, this.refusal, advice[0]?.toUpperCase() + advice.slice(1));
  }

  // 501 and 505 say that the server did not even try; 408 that it gave up on a request it may have read in full.
  get mayHaveTakenEffect(): boolean {
    return this.status === 408 || (this.status >= 500 && this.status !== 501 && this.status !== 505);
  }
}

/** No response came: the connection could not be made, or broke, or a proxy refused to make it. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError';
  /** The platform's or undici's code: `ECONNREFUSED`, `UND_ERR_SOCKET`, …; `PROXY_407` for the status of a proxy. */
  readonly code: string;
  /** The code, or what stands for it, in words. */
  readonly reason: string;
  /** False when not one byte of the request reached the server. */
  readonly sent: boolean;

  constructor(
    method: string,
    path: string,
    /** False when not one byte of the request went out. */
    sent: boolean,
    cause: Error,
    route: Route,
  ) {
    const code = codeOf(cause);
    const reason = code.replace(/^PROXY_(\d+)$/, 'the proxy answered $1');
    super(method, path, `got no response from ${toWords(route)} (${reason}). ${adviceForCode(code, route)}`, cause);
    this.code = code;
    this.reason = reason;
    // What a proxy refuses it has not handed on.
    this.sent = sent && !code.startsWith('PROXY_');
  }

  get mayHaveTakenEffect(): boolean {
    return this.sent;
  }
}

/** The code of what the platform or undici reports. Of what a proxy answered, undici tells the status in its words alone. */
function codeOf(cause: Error): string {
  const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(cause.message)?.[1];
  if (status !== undefined) return `PROXY_${status}`;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

const toWords = ({ address, proxy }: Route) =>
  proxy === undefined ? address : `${address} through the proxy ${proxy}`;

/** The answer was not complete within the request's time limit. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';

  constructor(
    method: string,
    path: string,
    readonly sent: boolean,
    readonly timeoutMs: number,
    route: Route,
  ) {
    const advice = sent
      ? 'Try again later, or raise request_timeout if the service needs longer.'
      : 'No connection came about: check base_url, the network and any proxy on the way.';
    super(method, path, `was not answered within ${timeoutMs} ms by ${toWords(route)}. ${advice}`);
  }

  get mayHaveTakenEffect(): boolean {
    return this.sent;
  }
}

/** The caller cancelled. */
export class CancelledError extends ClientError {
  override readonly name = 'CancelledError';

  constructor(
    method: string,
    path: string,
    readonly sent: boolean,
    detail = sent ? 'while it was on its way' : 'before anything was sent',
  ) {
    super(method, path, `was cancelled ${detail}.`);
  }

  get mayHaveTakenEffect(): boolean {
    return this.sent;
  }
}

/** A success whose body says something else than the interface. `detail` names no content, only what is wrong with it. */
export class MalformedAnswerError extends ClientError {
  override readonly name = 'MalformedAnswerError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    method: string,
    path: string,
    detail: string,
    /** True when a repetition may read better: the text was cut or is not JSON at all. */
    readonly garbled: boolean,
  ) {
    super(method, path, `was answered with something else than the interface says: ${detail}. Check base_url.`);
  }
}

/** A create whose object may exist although its id is not known. Nothing is in state; the message names what to look for. */
export class LostError extends ClientError {
  override readonly name = 'LostError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    method: string,
    path: string,
    /** What may exist, as the practitioner would look for it: `secret "db-password" in project "p1"`. */
    readonly subject: string,
    /** True when the service said it made the object; false when nobody knows. */
    readonly created: boolean,
    detail: string,
    cause?: unknown,
  ) {
    const what = created ? `succeeded, so this exists at the service: ${subject}` : `may have made this: ${subject}`;
    super(method, path, `${what}. ${detail}`, cause);
  }
}

/** A lost create for which one object was found that fits; it is not taken, because it may be somebody else's (P2). */
export class UnconfirmedError extends ClientError {
  override readonly name = 'UnconfirmedError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    readonly operation: Operation,
    method: string,
    path: string,
    subject: string,
    /** The object that fits. */
    readonly existingId: string,
    detail: string,
    cause: ClientError | undefined,
  ) {
    super(
      method,
      path,
      `may have made ${subject}, and the list shows one since: ${JSON.stringify(existingId)}. ${detail}`,
      cause,
    );
  }
}

/** A lost create for which several objects could be the one; none is taken. */
export class AmbiguousError extends ClientError {
  override readonly name = 'AmbiguousError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    method: string,
    path: string,
    readonly subject: string,
    readonly ids: readonly string[],
    cause?: unknown,
  ) {
    const named = ids.map((id) => JSON.stringify(id)).join(', ');
    super(
      method,
      path,
      `may have made ${subject}, and more than one new object could be it: ${named}. Someone else makes the like at the same time. Find out which is yours, then import or delete it.`,
      cause,
    );
  }
}

/** Another object of the project has the name (SEMANTICS P5). */
export class NameTakenError extends ClientError {
  override readonly name = 'NameTakenError';
  override readonly mayHaveTakenEffect = false;

  constructor(
    method: string,
    path: string,
    readonly takenName: string,
    /** Id of the object that has the name, when the list shows it. */
    readonly existingId: string | undefined,
    cause: unknown,
  ) {
    const holder = existingId === undefined ? 'another secret' : `the secret with id ${JSON.stringify(existingId)}`;
    super(
      method,
      path,
      `was refused: the name ${JSON.stringify(takenName)} is taken by ${holder}. Import that one, or choose another name.`,
      cause,
    );
  }
}

/** After an update was accepted, the list shows something else than what was sent (SEMANTICS P23). */
export class ChangedConcurrentlyError extends ClientError {
  override readonly name = 'ChangedConcurrentlyError';
  override readonly mayHaveTakenEffect = true;
  /** The bucket as listed; undefined when it is listed no more. */
  readonly record: BucketRecord | undefined;
  /** Names of the fields that differ. */
  readonly fields: readonly string[];

  constructor(
    method: string,
    path: string,
    {
      id,
      record,
      fields,
      maxSize,
    }: Pick<ChangedConcurrentlyError, 'record' | 'fields'> & {
      readonly id: string;
      /** The quota that was sent. */
      readonly maxSize: bigint;
    },
  ) {
    const quota = fields.includes('max_size') ? ` (max_size: ${maxSize} was sent, ${record?.max_size} is listed)` : '';
    const seen =
      record === undefined
        ? `the bucket ${JSON.stringify(id)} is no longer listed`
        : `the bucket ${JSON.stringify(id)} is listed with another ${fields.join(' and another ')}${quota}`;
    super(method, path, `was accepted, but ${seen}: changed concurrently. Plan again to see what it is now.`);
    this.record = record;
    this.fields = fields;
  }
}

/** A proxy's address in the environment that no connection can be made with. Shows none of it: a password may be in it. */
export class InvalidProxyError extends ClientError {
  override readonly name = 'InvalidProxyError';
  override readonly mayHaveTakenEffect = false;

  constructor(
    readonly variable: string,
    /** What is wrong and what to do, as a sentence. */
    readonly problem: string,
    target: URL,
  ) {
    super('CONNECT', target.origin, `was not tried. ${problem}`);
  }
}

/** A deletion found no object, and lists show it all the same (SEMANTICS P33). */
export class StillListedError extends ClientError {
  override readonly name = 'StillListedError';
  override readonly mayHaveTakenEffect = true;

  constructor(method: string, path: string, id: string, cause: unknown) {
    super(
      method,
      path,
      `was answered as if ${JSON.stringify(id)} did not exist, though the list still shows it. It stays in state. Check base_url and the project of the token, then try again.`,
      cause,
    );
  }
}

/** A list shows that it is not all there is, in a way that cannot be followed (SEMANTICS P32). */
export class IncompleteListError extends ClientError {
  override readonly name = 'IncompleteListError';
  override readonly mayHaveTakenEffect = false;

  constructor(
    method: string,
    path: string,
    /** The field that says so, and how many records were read. */
    readonly finding: string,
  ) {
    super(
      method,
      path,
      `was answered with a list that is not whole: ${finding}. What is missing from it would count as gone, so nothing is taken from it. If the list is whole all the same, set trust_lists = true in the provider block, or COFFER_TRUST_LISTS=true.`,
    );
  }
}

/** A refresh that needs a list which has just failed for another one, who has told why (SEMANTICS P39). */
export class ListFailedBeforeError extends Error {
  override readonly name = 'ListFailedBeforeError';

  constructor(cause: unknown) {
    super('the list has failed a moment ago', { cause });
  }
}

/** The service asks to wait longer than the operation may last (SEMANTICS P42). */
export class WaitTooLongError extends ClientError {
  override readonly name = 'WaitTooLongError';
  override readonly mayHaveTakenEffect = false;

  constructor(method: string, path: string, waitMs: number, leftMs: number) {
    super(method, path, `was not sent: ${waitTooLong(waitMs, leftMs)}`);
  }
}

/** What to do about a wait that is too long, as sentences. */
export function waitTooLong(waitMs: number, leftMs: number): string {
  const seconds = (ms: number) => `${Math.max(0, Math.ceil(ms / 1000))} s`;
  return `the service asks to wait ${seconds(waitMs)}, and ${seconds(leftMs)} are left for this operation. Try again after that time; a resource with timeouts can be given more.`;
}

/** An id that no path can carry. */
export class InvalidIdError extends ClientError {
  override readonly name = 'InvalidIdError';
  override readonly mayHaveTakenEffect = false;

  constructor(method: string, path: string, id: string) {
    super(method, path, `was not sent: ${JSON.stringify(id)} is no id. Give the id that the service assigned.`);
  }
}
