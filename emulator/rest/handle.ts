import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract';
import type { MatchingFault, StatusEffect } from '../faults/effect';
import { runFault } from '../faults/run-fault';
import { HttpError } from '../http/http-error';
import { isControlPath } from '../http/paths';
import { writeRaw } from '../http/raw';
import type { OpenEntry } from '../journal/entry';
import { ASSUMPTION_HEADER } from '../settings/assumptions';
import { dialects, unrecorded } from '../settings/knobs';
import { type Awaitable, orElse } from './awaitable';
import { isExpected, toErrorResponse, toRecorded } from './error-responses';
import { IncomingView } from './request-view';
import { type RestResponse, toText } from './response';
import { type RestContext, serve } from './serve';

/** Handles a matched request up to its response on the wire, and applies the injected faults. */
export class Handler {
  constructor(private readonly context: RestContext) {}

  /** Returns a promise only if a fault, or the object plane, delays the response. */
  handle(operation: Operation, request: FastifyRequest, reply: FastifyReply): unknown {
    const view = () => new IncomingView(this.context, operation, request);
    const fault = this.context.faults.match(operation, view);
    if (fault) return this.#handleWithFault(fault, view(), operation, { request, reply });
    const response = this.noting(request, () => this.#perform(operation, request));
    if (!(response instanceof Promise)) return this.finish(request, reply, response);
    return response.then((late) => (request.epoch?.hasEnded ? undefined : this.finish(request, reply, late)));
  }

  #handleWithFault(
    fault: MatchingFault,
    view: IncomingView,
    operation: Operation,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<unknown> {
    const { journal } = this.context;
    return runFault<RestResponse>(fault, {
      ...{ entry: request.journalEntry, journal, view },
      isHead: false,
      hasEnded: () => request.epoch?.hasEnded === true,
      perform: () => this.noting(request, () => this.#perform(operation, request)),
      inject: (effect) => this.noting(request, () => this.#toInjected(effect)),
      withBody: (response, text) => ({ ...response, body: text }),
      textOf: (response) => toText(response) ?? '',
      send: (response) => this.finish(request, reply, response),
      sendTruncated: (response, bytes) => {
        journal.finish(request.journalEntry, 'cut');
        return sendTruncated(reply, response, bytes);
      },
      sendInjected: (response) => this.#sendInjected(request, reply, response),
      cut: () => this.cut(request, reply),
    });
  }

  /** Responds with an error in the current dialect; logs unexpected errors in full. */
  fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return this.finish(request, reply, this.#toFailure(error, request.journalEntry));
  }

  /** Writes an error onto a connection whose request could not be read. */
  failRaw(error: HttpError, socket: Duplex, entry: OpenEntry): void {
    const response = this.#toFailure(error, entry);
    this.context.journal.finish(entry, response.status, response);
    const { assumptions } = entry;
    const named: Record<string, string> = assumptions.length > 0 ? { [ASSUMPTION_HEADER]: assumptions.join(', ') } : {};
    const { status, headers } = response;
    writeRaw(socket, status, { ...named, ...headers }, toText(response) ?? '');
  }

  #toFailure(error: unknown, entry: OpenEntry): RestResponse {
    const { method, path } = entry;
    // The emulator's own calls are not part of the interface: their errors look the same in every dialect.
    const rely = isControlPath(path) ? unrecorded(dialects.conventional) : this.context.assumptions.rely;
    return this.context.assumptions.during(entry.assumptions, () =>
      this.#toResponse(error, `${method} ${path}`, entry, rely),
    );
  }

  /** Records in the request's journal entry the knobs that `work` relies on. */
  noting<T>(request: FastifyRequest, work: () => T): T {
    return this.context.assumptions.during(request.journalEntry.assumptions, work);
  }

  finish(request: FastifyRequest, reply: FastifyReply, response: RestResponse): FastifyReply {
    const { journalEntry } = request;
    this.context.journal.finish(journalEntry, response.status, response);
    if (journalEntry.assumptions.length > 0) reply.header(ASSUMPTION_HEADER, journalEntry.assumptions.join(', '));
    return reply.code(response.status).headers(response.headers).send(toText(response));
  }

  #perform(operation: Operation, request: FastifyRequest): Awaitable<RestResponse> {
    return orElse(
      () => serve(this.context, operation, request),
      (error) => this.noting(request, () => this.#toResponse(error, operation, request.journalEntry)),
    );
  }

  #toResponse(error: unknown, where: string, entry: OpenEntry, rely = this.context.assumptions.rely): RestResponse {
    this.context.journal.noteError(entry, toRecorded(error));
    if (!isExpected(error)) this.context.log(`${where}: ${error instanceof Error ? error.stack : String(error)}`);
    return toErrorResponse(error, rely);
  }

  #sendInjected(request: FastifyRequest, reply: FastifyReply, response: RestResponse): unknown {
    const length = response.headers['content-length'];
    if (length === undefined) return this.finish(request, reply, response);
    this.context.journal.finish(request.journalEntry, response.status, response);
    return sendAnnounced(reply, response, Number(length));
  }

  #toInjected({ status, headers, body }: StatusEffect): RestResponse {
    if (body !== undefined) return { status, headers: { 'content-type': 'application/json', ...headers }, body };
    if (status < 400) return { status, headers };
    const error = new HttpError(status, 'injected', 'A fault was injected here.', headers);
    return toErrorResponse(error, this.context.assumptions.rely);
  }

  /** Ends the connection without a response. */
  cut(request: FastifyRequest, reply: FastifyReply): void {
    this.context.journal.finish(request.journalEntry, 'cut');
    cut(reply);
  }
}

/** Sends a response with `bytes` as its `content-length`; if its body has another length, cuts the connection after the body. */
function sendAnnounced(reply: FastifyReply, response: RestResponse, bytes: number): void {
  const text = Buffer.from(toText(response) ?? '');
  reply.hijack();
  reply.raw.writeHead(response.status, { ...response.headers, 'content-length': bytes });
  reply.raw.flushHeaders();
  if (text.length === bytes) reply.raw.end(text);
  else reply.raw.write(text, () => reply.raw.destroy());
}

function cut(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Sends the headers and some bytes of the body (half of them by default), then cuts the connection. */
function sendTruncated(reply: FastifyReply, response: RestResponse, bytes?: number): void {
  const text = Buffer.from(toText(response) ?? '');
  if (text.length === 0) {
    cut(reply);
    return;
  }
  reply.hijack();
  reply.raw.writeHead(response.status, { ...response.headers, 'content-length': text.length });
  // Destroyed only after the part is sent; otherwise the client sees no response at all.
  reply.raw.write(text.subarray(0, Math.min(bytes ?? text.length / 2, text.length - 1)), () => reply.raw.destroy());
}
