import type * as z from 'zod';
import { type Operation, type Route, routes } from '../../../contract';
import { stringifyJson } from '../../../contract/formats/json';
import { type Redactor, redactor } from '../../../framework/redact';
import { type ClientEnvironment, realEnvironment } from '../environment';
import {
  ApiError,
  CancelledError,
  ClientError,
  MalformedResponseError,
  NotSentError,
  RefusedError,
  type RequestName,
  waitTooLong,
} from '../errors/errors';
import { Received } from '../errors/received';
import type { Posting } from '../http/posting';
import { judge, type Verdict } from '../responses/judge';
import { isPage } from '../responses/markup';
import { isS3Error, refusalWords, serverWords } from '../responses/server-words';
import type { ClientSettings } from '../settings';
import { TokenProblem } from '../tokens/token';
import { type Renewal, Tokens } from '../tokens/token-renewal';
import { Admission, type Applicant } from './admission';
import { type Final, followRedirects } from './redirect';
import { backoffMs, isLimited, isRetryable, parseRetryAfterMs, retriesAfter } from './retry';
import { type HttpResponse, type Outgoing, Transport } from './transport';
import { settledOrAborted } from './wait-or-abort';

export interface RequestOptions {
  /** Replaces `{id}` in the route's path, percent-encoded. */
  readonly id?: string;
  /** Path and query to request instead of the route's own, for a further page. */
  readonly target?: string;
  /** Sent as JSON, a bigint as its digits. */
  readonly body?: object;
  /** Texts of the body that no message may repeat, in addition to the token. */
  readonly secrets?: readonly string[];
  /** Cancels the request and its waits, but a write that was sent gets some time for its response (P43). */
  readonly signal?: AbortSignal | undefined;
  /** For a create: its idempotency key and callbacks. */
  readonly posting?: Posting | undefined;
  /** Clock time in milliseconds. No wait at the service's request may go beyond it; it ends nothing else. Default: five minutes from now. */
  readonly deadlineMs?: number | undefined;
  /** Called when an attempt that may have taken effect is about to be retried, before the wait. */
  readonly onRepeat?: (() => void) | undefined;
  /** Called whenever it is the request's turn, before the first byte: once for each attempt. */
  readonly onTurn?: (() => void) | undefined;
}

/** A request, and the form of a record in its response; undefined if its body means nothing. */
export interface RequestParts<R> extends RequestOptions {
  readonly schema?: z.ZodType<R> | undefined;
}

/** A success, and what it is. */
export interface Success<R> {
  readonly verdict: Exclude<Verdict<R>, { readonly is: 'refusal' | 'markup' | 'not understood' }>;
  readonly response: HttpResponse;
}

/** A request with its retries, while it waits for its turn. */
interface Queued extends Applicant {
  readonly sent: { attempts: number };
  /** The run that it was last admitted in (`pace.ts`). */
  run: number;
}

/** Time from its beginning on in which an operation without a deadline may wait at the service's request, in milliseconds. */
export const TIME_LIMIT_MS = 5 * 60_000;

/** Number of tokens that a request, and each of its retries, tries after the first. Without a limit, a source with ever new ones would never end. */
const RENEWALS = 3;

/** Number of times that the wait after a 429 without `Retry-After` doubles. Few, because `pace.ts` learns the rate of the service. */
const LIMITED_BACKOFFS = 2;

/** Carries out the service's operations: address, credentials, limits, retries, errors. Every collection class is built on this one. */
export class Requester {
  readonly environment: ClientEnvironment;
  readonly tokens: Tokens;
  readonly transport: Transport;
  private readonly admission: Admission;
  private readonly prefix: string;
  private readonly failures = new Map<Operation, string>();
  private readonly tooLong = new Map<Operation, { readonly untilMs: number; readonly error: NotSentError }>();

  constructor(readonly settings: ClientSettings) {
    this.environment = { ...realEnvironment, ...settings.environment };
    const headers = { ...settings.headers, accept: 'application/json', 'user-agent': settings.userAgent };
    this.transport = new Transport({ ...settings, origin: settings.baseUrl, headers }, this.environment);
    this.tokens = new Tokens(settings.token, this.environment);
    this.admission = new Admission(settings.maxConcurrentRequests, this.environment, (perSecond) =>
      settings.log?.('info', 'the service limits requests', { requests_per_second: toRate(perSecond) }),
    );
    this.prefix = settings.baseUrl.pathname.replace(/\/+$/, '');
  }

  /** The address of the path of an operation without an id, before any redirect or paging. */
  urlOf(operation: Operation): URL {
    return new URL(this.prefix + routes[operation].path, this.settings.baseUrl.origin);
  }

  /**
   * Carries out one operation and retries it where that is safe (`retry.ts`). Rejects with the ClientError of the last attempt, which tells whether
   * that one (`mayHaveTakenEffect`) or an earlier one (`wasInDoubt`) may have had an effect; with CancelledError if aborted before anything was sent.
   * All requests wait after a 429 or a `Retry-After`; if it asks for longer than this operation may last, the error says so, and none waits (P42).
   */
  async send<R>(operation: Operation, parts: RequestParts<R>): Promise<Success<R>> {
    const request = nameOf(operation, parts.id);
    const deadlineMs = parts.deadlineMs ?? this.environment.now() + TIME_LIMIT_MS;
    let previous: unknown;
    const queued: Queued = {
      sent: parts.posting ?? { attempts: 0 },
      run: 0,
      signal: parts.signal,
      latestMs: deadlineMs,
      tooLong: (untilMs) => this.tooLate(request, untilMs, deadlineMs),
      ageing: parts.posting,
    };
    const failed = { limited: 0, otherwise: 0 };
    for (;;) {
      try {
        const result = await this.sendOnce(request, parts, queued);
        this.failures.delete(operation);
        return result;
      } catch (failure) {
        const error = this.cancelledOr(failure, request, parts.signal);
        if (error instanceof ClientError) {
          if (!(error instanceof CancelledError)) this.failures.set(operation, error.message);
          error.wasInDoubt = previous instanceof ClientError && previous.isInDoubt;
        }
        // When the call is cancelled before a retry is sent, the error that caused the retry says more.
        if (previous !== undefined && isUnsent(error)) throw previous;
        previous = error;
        if (error instanceof ApiError && error.isRejection) parts.posting?.renew();
        const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
        const kind = isLimited(error) ? 'limited' : 'otherwise';
        const backoffs = failed.otherwise + Math.min(failed.limited, LIMITED_BACKOFFS);
        const waitMs = asked ?? backoffMs(backoffs, this.settings, this.environment.random());
        const leftMs = deadlineMs - this.environment.now();
        if (error instanceof ApiError && asked !== undefined && asked > leftMs) throw error.withoutWait(asked, leftMs);
        const slowsAll = isLimited(error) || asked !== undefined;
        if (slowsAll) this.admission.pause(waitMs, queued.run);
        if (failed[kind] >= retriesAfter(error, this.settings.maxRetries) || !isRetryable(request.method, error))
          throw error;
        failed[kind] += 1;
        if (error instanceof ClientError && error.mayHaveTakenEffect) parts.onRepeat?.();
        const { method, path } = request;
        this.settings.log?.('info', 'repeating a request', {
          ...{ method, path },
          attempt: String(queued.sent.attempts + 1),
          reason: error instanceof ClientError ? error.name : 'unknown',
          wait_ms: String(Math.round(waitMs)),
        });
        // A pause of all requests also delays this one, at its next turn.
        if (slowsAll) continue;
        await this.pause(waitMs, request, parts.signal).catch((cancelled: unknown) => {
          throw isUnsent(cancelled) ? error : cancelled;
        });
      }
    }
  }

  /** The failure of a request; turns the bare abort reason, with which a wait for a turn rejects, into a CancelledError. */
  private cancelledOr(error: unknown, request: RequestName, signal: AbortSignal | undefined): unknown {
    if (!signal?.aborted || error instanceof ClientError) return error;
    const { perSecond } = this.admission.pace;
    if (perSecond === Number.POSITIVE_INFINITY) return new CancelledError(request, false);
    const detail = `before anything was sent: it waited for its turn, because the service accepts about ${toRate(perSecond)} requests per second`;
    return new CancelledError(request, false, detail);
  }

  private tooLate(request: RequestName, untilMs: number, deadlineMs: number): NotSentError {
    const nowMs = this.environment.now();
    return new NotSentError(request, waitTooLong(untilMs - nowMs, deadlineMs - nowMs));
  }

  /** Waits `ms` milliseconds; rejects with CancelledError, in the name of this request, when aborted first. */
  async pause(ms: number, request: RequestName, signal?: AbortSignal): Promise<void> {
    try {
      await this.environment.sleep(ms, signal);
    } catch (error) {
      throw signal?.aborted ? new CancelledError(request, false) : error;
    }
  }

  /** Settles like shared work, or rejects with one NotSentError for all if the service asks to wait beyond `deadlineMs` (P42). */
  withinDeadline<R>(deadlineMs: number, operation: Operation, work: Promise<R>): Promise<R> {
    return this.admission.withinDeadline(deadlineMs, work, (untilMs) => {
      const known = this.tooLong.get(operation);
      if (known?.untilMs === untilMs) return known.error;
      const error = this.tooLate(routes[operation], untilMs, deadlineMs);
      this.tooLong.set(operation, { untilMs, error });
      return error;
    });
  }

  /** The last failure of an operation since it last succeeded, but no cancellation, as the rest of a sentence after a comma; or `''`. */
  lastFailureOf(operation: Operation): string {
    const failure = this.failures.get(operation);
    return failure === undefined ? '' : `, whose last attempt failed: ${failure.replace(/\.$/, '')}`;
  }

  /** Remaining time for which the service asks all requests to wait, in milliseconds; 0 if it does not. */
  get pausedMs(): number {
    return this.admission.pausedMs;
  }

  private async sendOnce<R>(request: Named, parts: RequestParts<R>, queued: Queued): Promise<Success<R>> {
    let wasForbidden = false;
    for (let renewals = 0; ; renewals += 1) {
      const { response, renewal } = await this.exchangeInTurn(request, parts, queued, wasForbidden);
      const { status } = response;
      if (status !== 429) this.admission.pace.accept(queued.run);
      if (status >= 200 && status <= 299) return this.judged(request, parts, response);
      if (renewal === undefined || renewals >= RENEWALS) throw this.toApiError(request, parts, response);
      const { method, path } = request;
      if (status === 401) this.settings.log?.('info', 'waiting for another token', { method, path });
      const { isOther, reason } = await this.inTime(renewal, request, parts.signal).catch((error: unknown) => {
        throw isUnsent(error) ? this.toApiError(request, parts, response) : error;
      });
      if (!isOther) throw this.toApiError(request, parts, response, reason);
      wasForbidden = status === 403;
      parts.posting?.renew();
      const attempt = String(queued.sent.attempts + 1);
      this.settings.log?.('info', 'repeating a request with a new token', { method, path, attempt });
    }
  }

  /**
   * What a successful response is. Throws RefusedError if its body says no (P49), MalformedResponseError for markup and, if it should hold something, for
   * what is not understood.
   */
  private judged<R>(request: Named, parts: RequestParts<R>, response: Final): Success<R> {
    const { operation } = request;
    const { id } = (parts.body ?? {}) as { readonly id?: string };
    const sentCursor = new URLSearchParams(/\?.*$/.exec(parts.target ?? '')?.[0]).get('cursor') ?? undefined;
    const verdict = judge({ operation, schema: parts.schema, id, prefix: this.prefix, sentCursor }, response);
    switch (verdict.is) {
      case 'refusal': {
        const redact = this.redactorFor(parts);
        const words = refusalWords(response.text, redact);
        throw new RefusedError(request, response.status, verdict.sign, words, requestIdOf(response, redact));
      }
      case 'markup':
        throw new MalformedResponseError(request, 'a page of markup', false);
      case 'not understood': {
        if (parts.schema === undefined) return { verdict: { is: 'empty' }, response };
        const error = new MalformedResponseError(request, verdict.problem, verdict.garbled);
        error.received = new Received(response.text);
        throw error;
      }
      default:
        return { verdict, response };
    }
  }

  private async exchangeInTurn(
    request: Named,
    { target = this.prefix + request.path, body, posting, onTurn, signal }: RequestOptions,
    queued: Queued,
    wasForbidden: boolean,
  ): Promise<{ readonly response: Final; readonly renewal: Promise<Renewal> | undefined }> {
    for (;;) {
      queued.run = await this.admission.enter(queued);
      try {
        const token = await this.inTime(this.tokens.current(), request, signal);
        // Getting the token may have taken a while. The turn is given back unused, though the pace has counted it: that is rare, and a pause costs no more.
        if (posting?.isStale()) continue;
        onTurn?.();
        const outgoing: Outgoing = {
          ...{ ...request, attempt: queued.sent.attempts, target, signal },
          body: body && stringifyJson(body),
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && { 'content-type': 'application/json' }),
            ...(posting && { 'idempotency-key': posting.idempotencyKey }),
          },
          onSent: posting && (() => posting.sent()),
        };
        queued.sent.attempts += 1;
        const response = await followRedirects(this.settings.baseUrl, outgoing, this.transport);
        // Renewed in this turn, so that the next request does not use the rejected token.
        const renewal = this.tokens.renewalAfter(response.status, token, wasForbidden);
        renewal?.catch(() => {}); // callers that await it get the rejection
        return { response, renewal };
      } finally {
        this.admission.leave();
      }
    }
  }

  /** Waits for the token until the request is aborted. Rejects with a NotSentError or a CancelledError. */
  private async inTime<R>(work: Promise<R>, request: RequestName, signal?: AbortSignal): Promise<R> {
    try {
      return await settledOrAborted(work, signal, () => new CancelledError(request, false));
    } catch (error) {
      if (!(error instanceof TokenProblem)) throw error;
      throw new NotSentError(request, `there is no token. ${error.message}`, error);
    }
  }

  /** Removes from a text of the server everything secret that the request carried. */
  private redactorFor({ secrets = [] }: RequestOptions): Redactor {
    return redactor([...this.tokens.known, ...Object.values(this.settings.headers ?? {}), ...secrets]);
  }

  /**
   * The error of a response that is not a success. Everything that the server said is redacted first. `advice`: sentences; by default the reason why
   * a redirect is not followed, or by the status. An S3 error always has its own.
   */
  private toApiError(request: Named, parts: RequestOptions, response: Final, advice?: string): ApiError {
    const { status, text } = response;
    const redact = this.redactorFor(parts);
    const isS3 = isS3Error(text);
    const errorResponse = {
      status,
      serverWords: serverWords(text, redact),
      requestId: requestIdOf(response, redact),
      // A date is by the clock of the server, which may not be ours.
      retryAfterMs: parseRetryAfterMs(
        headerOf(response, 'retry-after', redact),
        Date.parse(headerOf(response, 'date', redact) ?? '') || this.environment.now(),
      ),
      isS3,
      isMarkup: isPage(response),
    };
    return new ApiError(request, errorResponse, isS3 ? undefined : (advice ?? response.unfollowed?.(redact)));
  }
}

/** A header as text of the server, redacted; undefined if it is missing or empty. */
function headerOf({ headers }: Final, name: string, redact: Redactor): string | undefined {
  const value = headers[name];
  return serverWords((Array.isArray(value) ? value[0] : value) ?? '', redact) || undefined;
}

const requestIdOf = (response: Final, redact: Redactor): string | undefined =>
  ['x-request-id', 'request-id', 'x-amz-request-id'].map((name) => headerOf(response, name, redact)).find(Boolean);

export const isUnsent = (error: unknown) => error instanceof CancelledError && !error.sent;

const toRate = (perSecond: number) => String(Number(perSecond.toPrecision(2)));

type Named = Pick<Route, 'method' | 'path'> & { readonly operation: Operation };

/** Method and path of an operation, with the id percent-encoded. Throws a NotSentError for an id that no path can hold: `''`, `.`, `..` or none. */
function nameOf(operation: Operation, id?: string): Named {
  const { method, path } = routes[operation];
  if (!path.includes('{id}')) return { operation, method, path };
  // Servers and proxies resolve dot segments: "/secrets/.." would be another resource altogether.
  if (id === undefined || id === '' || id === '.' || id === '..') {
    const why = `${JSON.stringify(id ?? '')} is not a valid id. Give the id that the service assigned.`;
    throw new NotSentError({ method, path }, why);
  }
  return { operation, method, path: path.replace('{id}', () => encodeURIComponent(id)) };
}
