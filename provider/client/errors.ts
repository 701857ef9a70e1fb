import { ADVICE_FOR_S3, adviceForCode, adviceForStatus, type Route } from './advice';
import type { Received } from './received';
import type { TokenProblem } from './token';

/**
 * How a request can fail. One class per way to fail; every message says method, path, what happened and what to do, and
 * none holds a token, a value, a password or a secret key: server text is redacted before it gets here.
 */
export abstract class ClientError extends Error {
  /** True when a request that changes something may have been carried out although it failed (P1). */
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

/** What is known of a response that is not a success. */
export interface ErrorResponse {
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
    private readonly response: ErrorResponse,
    /** What to do, as sentences. */
    advice = response.isS3 ? ADVICE_FOR_S3 : adviceForStatus(response.status, response.location),
  ) {
    const words = response.serverWords === '' ? '' : `: ${response.serverWords.replace(/\.$/, '')}`;
    const id = response.requestId === undefined ? '' : ` (request id ${response.requestId})`;
    super(method, path, `returned ${response.status}${words}${id}. ${advice}`);
    this.status = response.status;
    this.serverWords = response.serverWords;
    this.requestId = response.requestId;
    this.retryAfterMs = response.retryAfterMs;
  }

  /** True when the service certainly did not do it, and would not if it were sent again as it is (P36). */
  get isRejection(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
  }

  /** True for a 404 or 410 of the service itself: no page of markup from something before it (P33). */
  get saysGone(): boolean {
    return (this.status === 404 || this.status === 410) && this.response.isMarkup !== true;
  }

  /** The same response, whose `Retry-After` would take longer than the operation may last (P42). */
  withoutWait(waitMs: number, leftMs: number): ApiError {
    const advice = waitTooLong(waitMs, leftMs);
    return new ApiError(this.method, this.path, this.response, advice[0]?.toUpperCase() + advice.slice(1));
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
  /** What to do, as sentences. */
  readonly advice: string;
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
    const reason = code.replace(/^PROXY_(\d+)$/, 'the proxy returned $1');
    const advice = adviceForCode(code, route);
    super(method, path, `got no response from ${toWords(route)} (${reason}). ${advice}`, cause);
    this.advice = advice;
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

/** The response was not complete within the request's time limit. */
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
      : `No connection came about: check ${route.setting}, the network and any proxy on the way.`;
    super(method, path, `timed out after ${timeoutMs} ms: no complete response from ${toWords(route)}. ${advice}`);
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

/** A success whose body does not match the interface. `detail` names no content, only what is wrong with it. */
export class MalformedResponseError extends ClientError {
  override readonly name = 'MalformedResponseError';
  override readonly mayHaveTakenEffect = true;

  constructor(
    method: string,
    path: string,
    detail: string,
    /** True when a repetition may read better: the text was cut or is not JSON at all. */
    readonly garbled: boolean,
  ) {
    super(method, path, `returned a response that does not match the interface: ${detail}. Check base_url.`);
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

/** `SSL_CERT_FILE` or `SSL_CERT_DIR` names nothing with certificates, so that no server could be trusted. */
export class InvalidTrustStoreError extends ClientError {
  override readonly name = 'InvalidTrustStoreError';
  override readonly mayHaveTakenEffect = false;
  /** What is wrong and what to do, as a sentence. */
  readonly problem: string;

  constructor(
    readonly variable: string,
    value: string,
  ) {
    const problem =
      `The environment variable ${variable} is ${JSON.stringify(value)}, and no certificate in PEM can be read there, so no ` +
      'server could be trusted. Correct the variable, or unset it to use the trust store of this machine.';
    super('CONNECT', variable, `was not tried. ${problem}`);
    this.problem = problem;
  }
}

/** There is no token to send the request with. */
export class TokenError extends ClientError {
  override readonly name = 'TokenError';
  override readonly mayHaveTakenEffect = false;

  constructor(method: string, path: string, cause: TokenProblem) {
    super(method, path, `was not sent: there is no token. ${cause.message}`, cause);
  }
}

/** The service asks to wait longer than the operation may last (P42). */
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
