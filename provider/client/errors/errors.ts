import { ADVICE_FOR_S3, adviceForCode, adviceForStatus, type Route } from './advice';
import type { Received } from './received';

/** A request, as messages name it. */
export interface RequestName {
  readonly method: string;
  /** Relative to the base URL, or another name for the destination. */
  readonly path: string;
}

/** A failed request: one class per kind. The message has method, path, what happened and, but for a cancelled one, what to do; no secrets. */
export abstract class ClientError extends Error implements RequestName {
  readonly method: string;
  readonly path: string;
  /** True when a failed write may have taken effect nevertheless (P1). Says nothing about a GET, or about earlier attempts. */
  abstract readonly mayHaveTakenEffect: boolean;
  /** True when an earlier attempt of the same write may have taken effect; set by what sends it again. */
  wasInDoubt = false;
  /** The ids that arrived with a successful response before the failure; undefined if there was none. */
  received: Received | undefined;
  /** Steps after the import of the object that the error names, as sentences; set by the resource that knows them. */
  afterImport: string | undefined;

  /** True when the write, this attempt or an earlier one, may have taken effect nevertheless. */
  get isInDoubt(): boolean {
    return this.mayHaveTakenEffect || this.wasInDoubt;
  }

  /** `message`: the rest of a sentence that begins with method and path, and further ones. */
  constructor({ method, path }: RequestName, message: string, cause?: unknown) {
    super(`${method} ${path} ${message}`, cause === undefined ? undefined : { cause });
    this.method = method;
    this.path = path;
  }
}

/** The message of a ClientError. Messages of other errors may contain secrets and are not shown: a sentence takes their place. */
export const wordsOf = (error: unknown): string =>
  error instanceof ClientError ? error.message : 'The provider has a bug.';

interface ErrorResponse {
  readonly status: number;
  /** The server's own message, redacted and shortened; empty when there is none. */
  readonly serverWords: string;
  readonly requestId?: string | undefined;
  /** The wait that the server asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** True if the body is an S3 error, which no REST interface returns. */
  readonly isS3?: boolean;
  /** True for a page of markup: something in front of the service responded, not the service. */
  readonly isMarkup?: boolean | undefined;
}

/** The service, or something in front of it, returned a status other than success. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The wait that the server asks for, in milliseconds; undefined if it asks for none. */
  readonly retryAfterMs: number | undefined;

  constructor(
    request: RequestName,
    private readonly response: ErrorResponse,
    /** Advice, as sentences. Default: by the status, but for S3. */
    advice = response.isS3 ? ADVICE_FOR_S3 : adviceForStatus(response.status),
  ) {
    const words = response.serverWords === '' ? '' : `: ${response.serverWords.replace(/\.$/, '')}`;
    const id = response.requestId === undefined ? '' : ` (request id ${response.requestId})`;
    super(request, `returned ${response.status}${words}${id}. ${advice}`);
    this.status = response.status;
    this.retryAfterMs = response.retryAfterMs;
  }

  /** True when the service certainly did not carry out the request, and would not if it were sent again unchanged (P36). */
  get isRejection(): boolean {
    return !this.isRedirect && this.status < 500 && this.status !== 408 && this.status !== 429;
  }

  /** True for a 404 or 410 from the service itself, not for a page of markup from something in front of it (P33). */
  get saysGone(): boolean {
    return (this.status === 404 || this.status === 410) && this.response.isMarkup !== true;
  }

  /** The same error for a `Retry-After` that is longer than the operation may last (P42). */
  withoutWait(waitMs: number, leftMs: number): ApiError {
    const advice = waitTooLong(waitMs, leftMs);
    const error = new ApiError(this, this.response, advice[0]?.toUpperCase() + advice.slice(1));
    return Object.assign(error, { wasInDoubt: this.wasInDoubt });
  }

  /** True for a redirect, which would be the same after a retry. */
  get isRedirect(): boolean {
    return this.status < 400;
  }

  // After a write, 303 and in old frameworks 302 point to its result (P46); the other redirects mean that it belongs elsewhere.
  get mayHaveTakenEffect(): boolean {
    if (this.isRedirect) return this.method !== 'GET' && (this.status === 302 || this.status === 303);
    return mayHaveActed(this.status);
  }
}

/** True for an error status after which a write may have taken effect: not 501 and 505, with which a server did not try, but 408, too late perhaps. */
export const mayHaveActed = (status: number): boolean =>
  status === 408 || (status >= 500 && status !== 501 && status !== 505);

/** No complete response arrived: the connection could not be established, or broke, or a proxy refused it. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError';
  /** The platform's or undici's code: `ECONNREFUSED`, `UND_ERR_SOCKET`, …; `PROXY_407` for the status of a proxy. */
  readonly code: string;
  /** The code, or a phrase for the status of a proxy and for our own end. */
  readonly reason: string;
  readonly advice: string;
  /** False when not one byte of the request can have reached the server. */
  readonly sent: boolean;

  constructor(request: RequestName, sent: boolean, cause: Error, route: Route) {
    const code = codeOf(cause);
    // undici's codes for a request that we ended ourselves.
    const reason = ['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(code)
      ? 'the connection was closed'
      : code.replace(/^PROXY_(\d+)$/, 'the proxy returned $1');
    const advice = adviceForCode(code, route);
    super(request, `got no response from ${toWords(route)} (${reason}). ${advice}`, cause);
    this.advice = advice;
    this.code = code;
    this.reason = reason;
    // A proxy does not forward a request that it refuses.
    this.sent = sent && !code.startsWith('PROXY_');
  }

  get mayHaveTakenEffect(): boolean {
    return this.sent;
  }
}

/** The code of an error from the platform or undici. undici gives the status of a proxy's response only in the message. */
function codeOf(cause: Error): string {
  const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(cause.message)?.[1];
  if (status !== undefined) return `PROXY_${status}`;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

const toWords = ({ address, proxy }: Route) =>
  proxy === undefined ? address : `${address} through the proxy ${proxy}`;

/** The response was not complete within the request's time limit. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';

  constructor(
    request: RequestName,
    /** False when not one byte of the request went out. */
    readonly sent: boolean,
    readonly timeoutMs: number,
    route: Route,
  ) {
    const advice = sent
      ? 'Try again later, or raise request_timeout if the service needs longer.'
      : `The connection was not established: check ${route.setting}, the network and any proxy on the way.`;
    super(request, `timed out after ${timeoutMs} ms: no complete response from ${toWords(route)}. ${advice}`);
  }

  get mayHaveTakenEffect(): boolean {
    return this.sent;
  }
}

export class CancelledError extends ClientError {
  override readonly name = 'CancelledError';

  constructor(
    request: RequestName,
    /** False when not one byte of the request went out. */
    readonly sent: boolean,
    detail = sent ? 'while it was on its way' : 'before anything was sent',
  ) {
    super(request, `was cancelled ${detail}.`);
  }

  get mayHaveTakenEffect(): boolean {
    return this.sent;
  }
}

/** A successful response whose body does not match the interface. `detail` says what is wrong without quoting content. */
export class MalformedResponseError extends ClientError {
  override readonly name = 'MalformedResponseError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    request: RequestName,
    detail: string,
    /** True when a retry may help: the body is truncated or damaged, or is not JSON at all. */
    readonly garbled: boolean,
  ) {
    super(request, `returned a response that does not match the interface: ${detail}. Check base_url.`);
  }
}

/** The service returned a success whose body says no (P49). A write may have taken effect all the same: a 200 around the time-out of another server. */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError';

  constructor(
    request: RequestName,
    readonly status: number,
    /** The field by which it says no, as `success is false`. */
    sign: string,
    /** The service's own words, redacted; empty if there are none. */
    words: string,
    requestId: string | undefined,
  ) {
    const id = requestId === undefined ? '' : ` (request id ${requestId})`;
    const said = words === '' ? '' : `: ${words.replace(/\.$/, '')}`;
    super(request, `was refused with status ${status} (${sign})${said}${id}.`);
  }

  get mayHaveTakenEffect(): boolean {
    return this.method !== 'GET';
  }
}

/** An environment variable of a proxy or of trusted certificates with which no connection is possible, so none was tried. */
export class InvalidVariableError extends ClientError {
  override readonly name = 'InvalidVariableError';
  override readonly mayHaveTakenEffect = false;

  constructor(
    readonly variable: string,
    /** The problem and advice, as sentences. Shows no part of a proxy's address, because that may contain a password. */
    readonly problem: string,
  ) {
    super({ method: 'CONNECT', path: variable }, `was not tried. ${problem}`);
  }
}

/** The request was not sent. `why` is a sentence or several. */
export class NotSentError extends ClientError {
  override readonly name = 'NotSentError';
  override readonly mayHaveTakenEffect = false;

  constructor(request: RequestName, why: string, cause?: unknown) {
    super(request, `was not sent: ${why}`, cause);
  }
}

/** Advice about a wait that is longer than the operation may last (P42), as sentences of which the first begins in lower case. */
export function waitTooLong(waitMs: number, leftMs: number): string {
  const seconds = (ms: number) => `${Math.max(0, Math.ceil(ms / 1000))} s`;
  return `the service asks to wait ${seconds(waitMs)}, and ${seconds(leftMs)} are left for this operation. Try again after that time; a resource with timeouts can be given more.`;
}
